"""torchelastic's error files."""

import json
from pathlib import Path

import pytest
from rootrank.model.log import Record
from rootrank.reading.error_files import ErrorFile, parse_error_file, read_error_file
from rootrank.reading.tracebacks import TracebackReader

STACK = 'Traceback (most recent call last):\n  File "train.py", line 3, in main\n    step()\nValueError: no batch\n'


def test_a_recorded_exception(tmp_path: Path) -> None:
    path = tmp_path / "error.json"
    extra = {"py_callstack": STACK, "timestamp": "1730541731"}
    path.write_text(json.dumps({"message": {"message": "ValueError: no batch", "extraInfo": extra, "errorCode": 1}}))
    found = read_error_file(path)
    assert found == ErrorFile("ValueError: no batch", STACK, "1730541731", 1)
    assert found is not None
    assert found.moment is not None
    assert found.moment.seconds == 1730541731
    reader = TracebackReader()
    lines = found.text.splitlines()
    parsed = [t for n, text in enumerate(lines, 1) for t in reader.feed(Record(text, "error.json", n))]
    parsed += reader.finish()
    assert [(t.exception, t.message, t.frames[0].line) for t in parsed] == [("ValueError", "no batch", 3)]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ({"message": "killed"}, ErrorFile("killed", "killed")),
        ({"message": "killed", "timestamp": 1730541731}, ErrorFile("killed", "killed", "1730541731")),
        ({"message": {"message": "x"}}, ErrorFile("x", "x")),
        ({"message": {"message": "x", "extraInfo": {"py_callstack": "", "timestamp": None}}}, ErrorFile("x", "x")),
        ({"message": ""}, None),
        ({"message": 3}, None),
        ({"message": {}}, None),
        ({"error": "x"}, None),
        ([], None),
    ],
)
def test_other_forms(content: object, found: ErrorFile | None) -> None:
    assert parse_error_file(json.dumps(content).encode()) == found


@pytest.mark.parametrize("data", [b"", b'{"message": {"mess', b"\xff\xfe", b"[" * 100_000])
def test_what_was_not_written_to_its_end(data: bytes) -> None:
    assert parse_error_file(data) is None
