"""Options of the wrong type are left out, with a line in the log."""

from __future__ import annotations

import pytest
from rootrank.lsp.options import Options, read_options


def test_what_is_named_changes() -> None:
    assert read_options({"findings": False}, Options()) == Options(findings=False)
    assert read_options({"hover": False}, Options(findings=False)) == Options(findings=False, hover=False)


def test_nothing_and_other_keys_change_nothing(caplog: pytest.LogCaptureFixture) -> None:
    for section in (None, {}, {"interpreter": "/usr/bin/python", "terminal": {"notify": True}}):
        assert read_options(section, Options(hover=False)) == Options(hover=False)
    assert caplog.records == []


def test_wrong_types_give_the_default(caplog: pytest.LogCaptureFixture) -> None:
    assert read_options({"findings": "yes"}, Options(findings=False)) == Options()
    assert caplog.messages == ["rootrank.findings must be true or false: true is used"]
    assert read_options([1], Options()) == Options()
    assert "is not an object" in caplog.messages[1]
