"""When a live log is judged, by a clock that the test moves."""

from rootrank.running import Patience


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def patience() -> tuple[Patience, Clock]:
    clock = Clock()
    return Patience(5, 40, clock=clock), clock


def test_nothing_said_is_nothing_to_judge() -> None:
    waiting, clock = patience()
    clock.now += 1000
    assert not waiting.is_over
    waiting.heard(matters=False)
    clock.now += 1000
    assert not waiting.is_over
    assert not waiting.waits


def test_it_is_over_once_it_got_quiet() -> None:
    waiting, clock = patience()
    waiting.heard()
    clock.now += 4.9
    assert not waiting.is_over
    waiting.heard(matters=False)  # other ranks go on speaking
    clock.now += 4.9
    assert not waiting.is_over
    clock.now += 0.2
    assert waiting.is_over


def test_it_is_over_at_last_although_output_goes_on() -> None:
    waiting, clock = patience()
    for _ in range(39):
        waiting.heard()
        clock.now += 1
        assert not waiting.is_over
    waiting.heard()
    clock.now += 1
    assert waiting.is_over


def test_the_longest_wait_is_never_shorter_than_the_quiet() -> None:
    clock = Clock()
    waiting = Patience(60, 40, clock=clock)
    waiting.heard()
    clock.now += 59
    assert not waiting.is_over
    clock.now += 1
    assert waiting.is_over


def test_costly_judgements_are_rare() -> None:
    waiting, clock = patience()
    began = clock.now
    clock.now += 2  # so long it took
    waiting.judged(began=began)
    assert not waiting.waits
    waiting.heard()
    clock.now += 199
    assert not waiting.is_over
    clock.now += 1
    assert waiting.is_over
