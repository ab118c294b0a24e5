"""What is said of runs that no entry explains."""

from rootrank.api import LogInput, diagnose
from rootrank.diagnosis.unexplained import NO_PYTHON, NO_TRACEBACK
from rootrank.model.document import Document
from rootrank.rulebook.store import rulebook_of


def document(text: str) -> Document:
    return diagnose([LogInput.from_text(text, "f")], rulebook=rulebook_of([])).document


def test_a_native_crash_without_python_s_stack_asks_for_it() -> None:
    found = document(
        "step 1 loss 0.5\nterminate called after throwing an instance of 'std::bad_alloc'\n  what():  no\n"
    )
    assert found.verdict == "failure"
    assert found.missing_facts == [NO_PYTHON]


def test_a_native_crash_with_python_s_stack_asks_for_nothing() -> None:
    found = document(
        "Fatal Python error: Segmentation fault\n\nCurrent thread 0x00007f02 (most recent call first):\n"
        '  File "/home/kim/train.py", line 4 in step\n'
    )
    assert found.missing_facts == []
    assert "/home/kim/train.py:4" in found.next_steps[0]


def test_an_exception_alone_asks_for_its_traceback() -> None:
    assert document("ValueError: no\n").missing_facts == [NO_TRACEBACK]


def test_a_rising_loss_is_not_called_healthy_and_gets_a_check_of_its_own() -> None:
    found = document("".join(f"step {n} loss {1 + n / 4}\n" for n in range(12)))
    assert (found.verdict, found.failure) == ("unknown", None)
    assert "learning rate" in found.next_steps[0]
