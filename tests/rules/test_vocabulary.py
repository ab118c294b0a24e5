"""The closed vocabularies: each word has a sentence, and a severity says what it asks of the reader."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from at_hand import RULES
from rootrank.rulebook.lint import Vocabulary
from rootrank.rulebook.load import read_vocabulary


def test_each_word_has_a_sentence() -> None:
    vocabulary, problems = read_vocabulary(RULES / "vocabulary.yaml")
    assert problems == []
    assert set(vocabulary.words) == set(Vocabulary.LISTS)
    for name, words in vocabulary.words.items():
        for word, sentence in words.items():
            assert isinstance(sentence, str), f"{name}.{word}"
            assert sentence.endswith("."), f"{name}.{word}"


def test_severities_are_four_words_from_worst_to_least() -> None:
    vocabulary, _ = read_vocabulary(RULES / "vocabulary.yaml")
    assert list(vocabulary.words["severities"]) == ["fatal", "error", "warning", "notice"]
