"""One entry as text: what a reader must not take it for, and where upstream says so, are always there."""

import pytest
from rootrank.presenting.entry import entry_text
from rootrank.rulebook.store import open_rulebook

BOOK = open_rulebook()


@pytest.mark.parametrize("name", BOOK.ids)
def test_each_entry_says_what_it_does_not_mean_and_where_that_is_written(name: str) -> None:
    entry = BOOK.entry(name)
    text = " ".join(entry_text(entry, 100).split())
    assert " ".join(entry.does_not_mean.split()) in text
    for reference in entry.references:
        assert reference.url in text
