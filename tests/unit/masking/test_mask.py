from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rootrank.masking import ALL, KINDS, Context, kinds_of, mask, sentence

from . import planted

EVERY = [(kind, line, secret) for kind, lines in planted.ALL.items() for line, secret in lines]
WHOLE = "\n".join(line for _, line, _ in EVERY)
TOLD_ELSEWHERE = [line for line, _ in planted.USERS + planted.HOSTS]
PIECES = [line for _, line, _ in EVERY] + [secret for _, _, secret in EVERY] + list(planted.KEPT)
GLUE = ["", " ", "=", ":", "/", "@", "'", '"', "<", ">", "-", ".", "~", "\n", "x", "token=", "password: ", "<host-1>"]


def test_enough_is_planted() -> None:
    assert len(EVERY) > 80
    assert len(planted.TOKENS) > 40


@pytest.mark.parametrize(("kind", "line", "secret"), EVERY)
def test_nothing_private_is_left_of_a_line(kind: str, line: str, secret: str) -> None:
    assert secret in line
    context = Context()
    context.learn(TOLD_ELSEWHERE if kind in {"users", "hosts"} else [])
    masked = mask(line, context=context)
    assert secret not in masked.text
    assert masked.hidden[kind] >= 1


def test_nothing_private_is_left_of_a_whole_log() -> None:
    masked = mask(WHOLE)
    for _, _, secret in EVERY:
        assert secret not in masked.text, secret
    assert set(masked.hidden) == ALL
    assert masked.text.count("\n") >= WHOLE.count("\n") - 3, "the lines stay, but for the body of a key"


@pytest.mark.parametrize("line", planted.KEPT)
def test_what_only_looks_private_stays(line: str) -> None:
    assert mask(line).text == line
    assert mask(line).hidden == {}


@pytest.mark.parametrize("line", [line for _, line, _ in EVERY])
def test_masking_twice_changes_nothing(line: str) -> None:
    once = mask(line).text
    assert mask(once).text == once
    assert mask(once).hidden == {}


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(PIECES + GLUE) | st.text(max_size=6), max_size=8))
def test_masking_any_text_twice_changes_nothing(pieces: list[str]) -> None:
    once = mask("".join(pieces)).text
    assert mask(once).text == once


HOSTILE = [
    "a",
    "-----BEGIN PRIVATE KEY-----",
    "token=",
    "token='",
    'password="',
    "api_key: ",
    "://a:",
    "://a:b",
    "a@",
    "a.",
    "a-",
    "/home/a",
    "\\Users\\",
    "1.",
    "10.0.0.",
    "ab:",
    "::",
    "hf_",
    "eyJa.",
    "sk-",
    "-u a:",
    "authorization: ",
    "bearer a",
    "cookie: ",
    "wandb key ",
    "gpu-1.",
    "host: ",
    "user@host ",
    "<token>",
    "~a/",
    "node a[1-2],",
    "a-[01-02]",
    "hosts=a,",
    "a1: b\n",
    "User: a",
    "Author: a ",
    "A B <c",
    "a:1:1 [0] ",
    " ",
    "ssh ",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_lines_take_linear_time(piece: str) -> None:
    def seconds(length: int) -> float:
        text = (piece * (length // len(piece) + 1))[:length]
        start = time.process_time()
        mask(text)
        return time.process_time() - start

    seconds(1000)
    small = min(seconds(10_000) for _ in range(2))
    assert min(seconds(40_000) for _ in range(2)) < max(8 * small, 0.1), (
        "four times the text, at most eight times the time"
    )


def test_the_same_thing_keeps_its_word_within_a_report() -> None:
    context = Context()
    first = mask("gpu-17.cluster.local to 10.0.0.5:1; gpu-18.cluster.local to 10.0.0.6:1", context=context)
    second = mask("10.0.0.6:1 and gpu-18.cluster.local and gpu-17", context=context)
    assert first.text == "<host-1> to <ip-1>:1; <host-2> to <ip-2>:1"
    assert second.text == "<ip-2>:1 and <host-2> and gpu-17"
    context.name_host("gpu-17.cluster.local")
    assert mask("gpu-17: lost", context=context).text == "<host-1>: lost"


def test_a_list_of_machines_tells_each_of_them() -> None:
    text = mask("NodeList=gpu-[01-04,07],login-3\ngpu-02: lost gpu-07\ngpu-0 and gpu-123 and my-gpu-02 stay").text
    assert text.splitlines() == [
        "NodeList=<hosts-1>,<host-1>",
        "<host-2>: lost <host-3>",
        "gpu-0 and gpu-123 and my-gpu-02 stay",
    ]


def test_a_prefix_of_most_lines_is_the_name_of_a_machine() -> None:
    lines = [f"{name}: step {step} of conv1" for step in range(3) for name in ("volta1", "volta2")]
    masked = mask("\n".join([*lines, "volta2 is gone, conv1: kept"]))
    assert mask("node-a: x\nnode-b: y").text == "<host-1>: x\n<host-2>: y"
    assert mask("node-a: x\nand\nmany\nmore").text.startswith("node-a: x")
    assert "volta" not in masked.text
    assert masked.hidden == {"hosts": 2}
    assert masked.text.startswith("<host-1>: step 0 of conv1\n<host-2>: step 0 of conv1\n")


def test_a_plain_word_is_hidden_in_its_field_only() -> None:
    text = mask("hostname: hydra\nuser: anneal\nimport hydra; anneal the rate").text
    assert text == "hostname: <host-1>\nuser: <user>\nimport hydra; anneal the rate"


def test_numbers_go_on_in_a_text_that_was_masked_in_part() -> None:
    assert mask("<host-4> lost gpu-17.cluster.local").text == "<host-4> lost <host-5>"


def test_each_kind_can_be_switched() -> None:
    for kind in KINDS:
        masked = mask(WHOLE, {kind})
        assert set(masked.hidden) == {kind}
        assert any(secret in masked.text for other, _, secret in EVERY if other != kind)
    assert mask(WHOLE, ()).text == WHOLE


def test_a_secret_is_hidden_where_it_stands_alone_too() -> None:
    masked = mask("DB_PASSWORD=hunter-two2\nlogin failed for hunter-two2")
    assert masked.text == "DB_PASSWORD=<token>\nlogin failed for <token>"
    assert masked.hidden == {"tokens": 1}


def test_a_user_who_is_called_like_a_word_is_hidden_in_paths_only() -> None:
    text = mask("/home/adam/x.py uses torch.optim.adam; [adam@gpu-1 x]$").text
    assert text == "~/x.py uses torch.optim.adam; [<user>@<host-1> x]$"


@pytest.mark.parametrize(
    ("words", "kinds"), [("all", ALL), ("none", set()), ("tokens, urls", {"tokens", "urls"}), ("ips", {"ips"})]
)
def test_kinds_are_named_in_words(words: str, kinds: set[str]) -> None:
    assert kinds_of(words) == kinds


@pytest.mark.parametrize("words", ["", "token", "all,tokens", ","])
def test_other_words_are_refused_with_the_right_ones(words: str) -> None:
    with pytest.raises(ValueError, match="tokens, urls, emails, users, hosts, ips, all, none"):
        kinds_of(words)


def test_the_sentence_counts() -> None:
    assert sentence({"hosts": 2, "tokens": 3}) == "Hidden: 3 tokens, 2 host names"
    assert sentence({"urls": 1, "ips": 1}) == "Hidden: 1 password in a URL, 1 IP address"
    assert sentence({}) is None


def test_an_address_whose_first_part_is_the_home_folders_name_is_hidden_whole() -> None:
    masked = mask("/home/anna/train.py wrote to anna.mueller@example.com\n").text
    assert "mueller" not in masked
    assert "example.com" not in masked
    assert "anna" not in masked
