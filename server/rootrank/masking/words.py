"""Word lists: what looks like a name, a host or a secret and is none, and how addresses end. Tables, no logic."""

from __future__ import annotations


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


NO_USERS = _set(
    """
    root user users ubuntu debian centos admin administrator ec2-user azureuser opc app nobody nonroot runner
    runneradmin jovyan vscode codespace coder gitpod node docker default public shared all conda mambauser ray
    linuxbrew circleci jenkins sagemaker-user kaggle colab huggingface slurm git service www-data daemon
    """
)
"""Accounts that images and services come with; their paths help to debug and name nobody."""

COMMON_WORDS = _set(
    """
    adam ada adamax max min sum mean mark will grant rank ray art dot norm chase drew bill bert albert ernie
    elmo robert pat key token test train trainer eval data dataset model models user users work home main master
    node host worker server client gpu cpu cuda torch pytorch python numpy jax flax lightning container head
    launcher batch step loss grad code src lib run runs log logs tmp local remote error rune lion sophia prodigy
    moses dora lora sam dino clip may june april august summer hope faith joy grace rich guy jean dean frank
    earnest jack hardware pod compute cluster login localhost default shared public scratch project projects
    research ml ai dl lab team share storage the and for not was with from this that all any new old one two
    """
)
"""Names that are also words of a log: they are hidden where they stand as a name, and stay elsewhere."""

NO_NAMES = _set(
    """
    none null str true false name username value args self cfg config request any id hi hello hey yes no ok okay
    thanks please input prompt message text content question assistant
    """
)
"""Words that a field called user holds and that name nobody."""

NO_HOSTS = _set(
    """
    none null str string true false optional any unknown auto localhost hostname name value self address addr url
    tpu xla mps not found missing required empty
    """
)
"""Words that a host's field holds and that name no machine."""

NUMBERED_THINGS = _set(
    """
    rank local-rank global-rank gpu cuda device core cpu process proc task stage step epoch iter iteration batch
    layer layers block blocks expert experts fold trial trials seed run runs test tests case cases part parts shard
    shards chunk chunks bucket buckets thread actor learner env agent phase level line lines page sample samples
    frame video image img file files ckpt checkpoint checkpoints model models fc conv attn head heads bn norm relu
    top acc prec loss lr bleu rouge events event split data
    """
)
"""What training logs number, and put before a line, although it is no machine."""

TOP_LEVELS = _set(
    """
    com org net edu gov mil int info biz io ai dev app cloud tech xyz me co name online site pro team systems
    science academy university institute health bio email example test invalid at au be br ca ch cl cn cz de dk
    ee es eu fi fr gr hk hr hu ie il in ir is it jp kr lt lu lv mx my nl no nz pe ph pk pl pt ro rs ru sa se sg
    si sk th tr tw ua uk us vn za
    """
)
"""Ends of addresses; others are attributes, as in ``x@self.weight``."""

INTERNAL_ENDS = _set(
    """
    svc local internal lan cluster corp intra intranet localdomain private hpc
    """
)
"""How the names of machines of an inner network end."""

INTERNAL_ZONES = _set(
    """
    cluster ec2 compute google corp svc hpc lan internal office home pod
    """
)
"""What stands before such an end when the first part has no number."""

NO_SECRET = _set(
    """
    none null nil true false undefined nan str string int float bool bytes optional any list dict tuple type not
    no yes is was are be has have must may can cannot can't could should will would and or the a an for your my
    our this that with from in on at to of as if when which where required incorrect invalid missing expired
    wrong empty unset set failed failure error expected found given denied rejected authentication prompt
    protected based changed manager redacted hidden masked removed secret password token key passwd pwd
    passphrase credential credentials auth value values file path env os self args cfg config input getpass
    exists provided already
    """
)
"""Values that stand behind a secret's name and are none."""
