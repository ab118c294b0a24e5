"""The arguments of every command. Imports nothing of the engine, so help is printed at once."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from rootrank import __version__

EXIT_CODES = {
    "diagnose": "exit codes: 0 nothing at or above --fail-on, 1 something is, 2 usage or input error, "
    "3 a failure that no entry explains, 130 interrupted (the answer rests on what was read, and says so)",
    "fix": "exit codes: 0 shown or applied, 1 there is none or it was refused, 2 usage or input error",
    "verify": "exit codes: 0 verified, 1 still failing or failed differently, 3 inconclusive, 2 usage or input error",
    "run": "the exit code is that of the command",
    "watch": "exit codes: 130 ended by Ctrl-C; with --once as diagnose, 1 or 3; 2 usage error",
    "suppress": "exit codes: 0 done, 1 there was nothing to undo, 2 usage or input error",
    "rules": "exit codes: 0 all is well, 1 something is wrong in the rules, 2 usage error",
}
"""One line per command, for its help and the documentation."""

FORMATS = ("card", "json", "markdown", "sarif", "github", "html")
"""What ``diagnose`` can print."""

_OVER_A_FOLDER = (
    ("lint", "check rule files"),
    ("test", "run the rules on their own cases"),
    ("overlaps", "which entries are found together in a case, as rules/overlaps.yaml keeps it"),
)

Commands = argparse._SubParsersAction  # noqa: SLF001  (argparse gives its type no public name)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The parsed arguments; what stands after the ``--`` of ``run`` is the command to run, whole.

    Raises:
        SystemExit: With 2 for a usage error, 0 after help or version.
    """
    options, command = list(arguments), []
    if options[:1] == ["run"] and "--" in options:
        cut = options.index("--")
        options, command = options[:cut], options[cut + 1 :]
    parsed = _parser()[0].parse_args(options)
    parsed.argv = command
    return parsed


def commands() -> dict[str, argparse.ArgumentParser]:
    """Every command's own parser, by name."""
    return dict(_parser()[1].choices)


def _parser() -> tuple[argparse.ArgumentParser, Commands[argparse.ArgumentParser]]:
    parser = argparse.ArgumentParser(
        prog="rootrank",
        description="Why a machine-learning run failed: the rank that failed first, the root cause, the fix.",
    )
    parser.add_argument("--version", action="version", version=f"rootrank {__version__}")
    choices = parser.add_subparsers(dest="name", metavar="COMMAND", required=True)
    for add in (_diagnose, _fix, _verify, _run, _watch, _suppress, _rules, _serve):
        add(choices)
    return parser, choices


def _command(commands: Commands[argparse.ArgumentParser], name: str, text: str) -> argparse.ArgumentParser:
    return commands.add_parser(name, help=text, description=text[0].upper() + text[1:], epilog=EXIT_CODES.get(name))


def _diagnose(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _command(commands, "diagnose", "say why a run failed, from its logs")
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="the logs of one run: files, also .gz or .zst, or a folder of them; - reads stdin",
    )
    parser.add_argument("--format", choices=FORMATS, default="card", help="default: card")
    _mask(parser)
    _workspace(parser)
    parser.add_argument(
        "--fail-on",
        choices=("possible", "likely", "confirmed"),
        default="possible",
        help="confidence from which the exit code is 1 (default: possible)",
    )


def _fix(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _command(commands, "fix", "show the edit that fixes a failure, or apply it")
    parser.add_argument("file", metavar="FILE", help="the log; - reads stdin")
    _workspace(parser)
    parser.add_argument("--fix", type=_positive, metavar="N", help="the Nth fix instead of the best, from 1")
    parser.add_argument("--apply", action="store_true", help="write it; one that needs review asks first")
    parser.add_argument("--yes", action="store_true", help="don't ask")


def _verify(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _command(commands, "verify", "run the command that proves a fix, and diagnose what it prints")
    parser.add_argument("file", metavar="FILE", help="the log of the run that failed; - reads stdin")
    _workspace(parser)
    parser.add_argument("--command", metavar="CMD", help="run this shell command instead of the one from the log")
    parser.add_argument("--yes", action="store_true", help="don't ask before running it")


def _run(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _command(commands, "run", "run a command, keep a copy of what it prints, and say why it failed")
    parser.usage = "rootrank run [OPTION ...] (--shell STRING | -- CMD ...)"
    parser.add_argument("--record", metavar="FILE", help="where the output is kept")
    parser.add_argument("--result", metavar="FILE", help="where the exit code is written as JSON when it has ended")
    parser.add_argument("--shell", metavar="STRING", help="a command line for the shell, instead of -- CMD")
    parser.add_argument("--quiet", "--no-card", action="store_true", help="don't say why it failed")
    _live(parser)
    _workspace(parser)


def _watch(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _command(commands, "watch", "follow the logs of a run, and say when it failed and why")
    parser.add_argument(
        "files", nargs="+", metavar="PATH", help="logs that grow, and folders of them; they may come later"
    )
    parser.add_argument("--once", action="store_true", help="end after the first failure")
    parser.add_argument("--format", choices=("card", "json"), default="card", help="default: card")
    _mask(parser)
    _live(parser)
    _workspace(parser)


def _live(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--wait",
        type=_seconds,
        default=5.0,
        metavar="S",
        help="seconds without output after which a failure is told, because other ranks speak late (default: 5)",
    )
    parser.add_argument(
        "--wait-at-most",
        type=_seconds,
        default=40.0,
        metavar="S",
        help="seconds after which it is told although output goes on (default: 40)",
    )
    parser.add_argument(
        "--alert",
        metavar="bell|CMD",
        help="call you back: the terminal's bell, or a command that gets the title as its last argument",
    )


def _suppress(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _command(commands, "suppress", "mute an entry in a workspace, with a reason")
    parser.add_argument("rule", nargs="?", metavar="ID", help="an entry's id, e.g. numerics/nan-loss")
    parser.add_argument("--workspace", default=".", metavar="DIR", help="default: this folder")
    parser.add_argument("--reason", metavar="TEXT", help="why; shown where the entry would have been")
    parser.add_argument("--until", metavar="DAY", help="the last day on which it is muted, e.g. 2027-01-31")
    parser.add_argument("--folder", default=".", metavar="SUBDIR", help="only for findings in this folder below it")
    parser.add_argument("--undo", action="store_true", help="show the entry again")
    parser.add_argument("--list", action="store_true", help="what is muted, and why")


def _rules(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _command(commands, "rules", "read the rulebook, or check one")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("list", help="every entry's id and title")
    actions.add_parser("stats", help="how many entries and cases there are, by area")
    search = actions.add_parser("search", help="entries that speak of the given words")
    search.add_argument("words", nargs="+", metavar="WORD", help="e.g. a part of an error message")
    new = actions.add_parser("new", help="begin an entry from a log excerpt")
    new.add_argument("id", metavar="ID", help="area/slug of the new entry")
    new.add_argument("--log", required=True, metavar="FILE", help="lines that the entry is to recognise; - reads stdin")
    new.add_argument("--folder", metavar="DIR", help="folder of rules (default: your own, see docs/USAGE.md)")
    actions.add_parser("schema", help="the JSON Schema of entry.yaml, for editors")
    show = actions.add_parser("show", help="one entry in full")
    show.add_argument("id", metavar="ID", help="an entry's id, e.g. numerics/sqrt-at-zero")
    for action, text in _OVER_A_FOLDER:
        sub = actions.add_parser(action, help=text)
        sub.add_argument("folder", nargs="?", default="rules", metavar="DIR", help="default: rules")
    test = actions.choices["test"]
    test.add_argument("--entry", action="append", metavar="ID", help="only this entry; may be repeated")
    build = actions.add_parser("compile", help="check rule files and write the compiled rulebook")
    build.add_argument("folder", nargs="?", default="rules", metavar="DIR", help="default: rules")
    build.add_argument("--out", metavar="DIR", help="folder to write to (default: the one that this package reads)")


def _serve(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _command(commands, "serve", "run the language server on stdin and stdout")
    parser.add_argument("--stdio", action="store_true", help=argparse.SUPPRESS)  # some clients add it by themselves
    parser.add_argument("--check", action="store_true", help="say as JSON whether the server can start, then exit")


def _mask(parser: argparse.ArgumentParser) -> None:
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--mask",
        nargs="?",
        const="all",
        metavar="KINDS",
        help="what to hide: all, none, or of tokens,urls,emails,users,hosts,ips "
        "(default: all in markdown, sarif, github and html, none in card and json)",
    )
    group.add_argument("--no-mask", dest="mask", action="store_const", const="none", help="hide nothing")


def _workspace(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--workspace",
        action="append",
        default=[],
        metavar="DIR",
        help="folder of the code that ran; without it no code is read. May be repeated",
    )
    parser.add_argument(
        "--workspace-rules",
        action="store_true",
        help="also use the entries in the workspace's .rootrank/rules; only where you trust them",
    )


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("counts from 1")
    return number


def _seconds(text: str) -> float:
    number = float(text)
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError("give seconds, more than 0")
    return number
