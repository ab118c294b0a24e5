"""What signals on ranks see, and the values that they give to sentences."""

from typing import get_args

import pytest
from rootrank.api import LogInput
from rootrank.diagnosis.attribution import attribute
from rootrank.diagnosis.attribution.odd import How
from rootrank.diagnosis.rank_state import observe_ranks, values_of
from rootrank.matching.scan import SignalTable, scan_log
from rootrank.model.finding import Findings, Signal
from rootrank.model.log import Record
from rootrank.rulebook.entry import RankHow, RanksSignal
from rootrank.rulebook.lint import RANK_VALUES
from rootrank.rulebook.store import Rulebook

EMPTY = Rulebook({"version": "0", "hash": "0", "entries": []})


def findings(text: str) -> Findings:
    log = LogInput.from_text(text, "train.log")
    with log.open() as stream:
        return scan_log(stream, log, SignalTable(EMPTY, engine="fallback"))


def timed_out(rank: int, op: str = "ALLREDUCE", seq: int = 77, numel: int = 1) -> str:
    return (
        f"[rank{rank}]:[E ProcessGroupNCCL.cpp:616] [Rank {rank}] Watchdog caught collective operation timeout: "
        f"WorkNCCL(SeqNum={seq}, OpType={op}, NumelIn={numel}, NumelOut={numel}, Timeout(ms)=600000) "
        "ran for 600021 milliseconds before timing out.\n"
    )


PROGRESS = (
    "[rank2]:[E ProcessGroupNCCL.cpp:1785] [PG ID 0 PG GUID 0(default_pg) Rank 2] Exception (either an error or "
    "timeout) detected by watchdog at work: 77, last enqueued NCCL work: 80, last completed NCCL work: 76.\n"
)
ABSENT = "world_size=4 backend=nccl\n" + "".join(timed_out(rank) for rank in (1, 2, 3)) + PROGRESS
DIFFERENT = (
    "world_size=4\n" + "".join(timed_out(rank) for rank in (1, 2, 3)) + timed_out(0, op="ALLGATHER", seq=78, numel=9)
)


def test_a_rank_that_never_came_is_named_with_what_the_others_waited_in() -> None:
    found = findings(ABSENT)
    told = observe_ranks(RanksSignal(("absent",)), attribute(found), found)
    assert told is not None
    wanted = {"rank": "0", "others": "1, 2 and 3", "op": "ALLREDUCE", "seq": "77", "numel": "1", "timeout_s": "600"}
    assert told.values.items() >= wanted.items()
    assert (told.values["enqueued"], told.values["completed"], told.values["world"]) == ("80", "76", "4")
    assert "other_op" not in told.values
    assert told.record.line == 2


def test_another_collective_is_told_beside_that_of_the_others() -> None:
    found = findings(DIFFERENT)
    told = observe_ranks(RanksSignal(("collective", "absent")), attribute(found), found)
    assert told is not None
    wanted = {"op": "ALLREDUCE", "seq": "77", "other_op": "ALLGATHER", "other_seq": "78", "other_numel": "9"}
    assert told.values.items() >= wanted.items()


@pytest.mark.parametrize(
    ("how", "where", "seen"),
    [
        (("absent",), {"rank": "^0$"}, True),
        (("absent",), {"rank": "^[1-9]"}, False),
        (("absent",), {"op": "BROADCAST|ALLREDUCE", "numel": "^1$"}, True),
        (("absent",), {"other_op": "."}, False),
        (("count", "place"), {}, False),
    ],
)
def test_each_condition_must_hold(how: tuple[RankHow, ...], where: dict[str, str], *, seen: bool) -> None:
    found = findings(ABSENT)
    assert (observe_ranks(RanksSignal(how, where), attribute(found), found) is not None) is seen


def signals(name: str, *ranks: int, line: int) -> list[Signal]:
    return [Signal("a/b", name, Record("", "f", line + r, r), {name: str(line + r)}) for r in ranks]


@pytest.mark.parametrize(
    ("seen", "parted"),
    [
        ({"does": signals("does", 0, 2, line=10), "not": signals("not", 1, 3, line=10)}, True),
        ({"does": signals("does", 0, line=10), "not": signals("not", 0, line=20)}, False),
        ({"does": signals("does", 0, 1, line=10), "not": signals("not", 0, 1, line=20)}, False),
        ({"does": signals("does", 0, 1, line=10), "not": signals("not", 1, line=20)}, True),
        ({"does": signals("does", 0, 1, line=10)}, False),
    ],
)
def test_ranks_part_when_their_last_words_differ(seen: dict[str, list[Signal]], *, parted: bool) -> None:
    found = findings(ABSENT)
    wanted = RanksSignal(("absent",), last_of=("does", "not"))
    assert (observe_ranks(wanted, attribute(found), found, seen) is not None) is parted


@pytest.mark.parametrize(
    ("after", "busy"),
    [("", True), ("[rank 0] step 9 loss 0.4\n", False), ("[rank 2] step 9 loss 0.4\n", True)],
)
def test_a_rank_is_busy_with_its_last_word_unless_it_trained_on(after: str, *, busy: bool) -> None:
    found = findings("[rank 0] step 8 loss 0.5\n[rank 0] evaluating\n" + after + ABSENT)
    word = Signal("a/b", "evaluating", Record("evaluating", "train.log", 2, 0), {"work": "evaluating"})
    wanted = RanksSignal(("absent",), busy_with=("evaluating",))
    told = observe_ranks(wanted, attribute(found), found, {"evaluating": [word]})
    assert (told is not None) is busy
    assert told is None or told.values["work"] == "evaluating"


def test_words_of_other_ranks_or_after_the_wait_are_no_work() -> None:
    found = findings("[rank 1] evaluating\n" + ABSENT)
    wanted = RanksSignal(("absent",), busy_with=("evaluating",))
    for record in (Record("evaluating", "train.log", 1, 1), Record("evaluating", "train.log", 99, None)):
        assert observe_ranks(wanted, attribute(found), found, {"evaluating": [Signal("a/b", "e", record)]}) is None


def test_a_count_is_told_also_where_the_place_decides() -> None:
    counts = "".join(f"[rank {r}] epoch finished after {40 - (r == 0)} batches\n" for r in range(4))
    found = findings(counts + DIFFERENT)
    told = observe_ranks(RanksSignal(("count",)), attribute(found), found)
    assert told is not None
    assert attribute(found).how == "collective"
    assert told.values["why"].startswith("rank 0 counted 39 where the others counted 40")
    assert told.values["call"] == "ALLREDUCE number 77 (1 element)"
    assert told.values["other_call"] == "ALLGATHER number 78 (9 elements)"


def test_a_rank_that_failed_counted_less_for_that_very_reason() -> None:
    counts = "".join(f"[rank {r}] step {40 - (r == 3)} done\n" for r in range(4))
    own = '[rank3]: Traceback (most recent call last):\n[rank3]:   File "t.py", line 3, in <module>\n[rank3]:     f()\n'
    for end in (own + "[rank3]: KeyError: 3\n", ""):
        found = findings(counts + end + "".join(timed_out(rank) for rank in (0, 1, 2)))
        assert attribute(found).how in ("own", "absent")
        assert observe_ranks(RanksSignal(("count",)), attribute(found), found) is None


def test_one_process_and_a_healthy_job_show_nothing() -> None:
    for text in ("loss 0.4\n", "[rank0]: step 1\n[rank1]: step 1\n"):
        found = findings(text)
        assert observe_ranks(RanksSignal(get_args(RankHow)), attribute(found), found) is None


def test_a_failure_of_its_own_lends_its_traceback() -> None:
    text = (
        '[rank1]: Traceback (most recent call last):\n[rank1]:   File "t.py", line 3, in <module>\n'
        "[rank1]:     f()\n[rank1]: KeyError: 3\n"
    )
    found = findings("world_size=2\n" + text + timed_out(0))
    told = observe_ranks(RanksSignal(("own",)), attribute(found), found)
    assert told is not None
    assert told.traceback is not None
    assert told.traceback.exception == "KeyError"
    assert told.record.rank == 1


def test_a_gloo_wait_gives_the_call_and_its_time_out() -> None:
    own = (
        "[rank{r}]: Traceback (most recent call last):\n"
        '[rank{r}]:   File "train.py", line 30, in <module>\n[rank{r}]:     dist.barrier()\n'
        '[rank{r}]:   File "/v/torch/distributed/distributed_c10d.py", line 4811, in barrier\n'
        "[rank{r}]:     work.wait()\n"
        "[rank{r}]: RuntimeError: [../gloo/transport/tcp/unbound_buffer.cc:81] Timed out waiting 8000ms for recv "
        "operation to complete\n"
    )
    found = findings("world_size=3\n" + own.format(r=0) + own.format(r=2))
    values = values_of(attribute(found), found)
    assert (values["rank"], values["op"], values["timeout_s"]) == ("1", "barrier", "8")


def test_the_words_of_the_rulebook_are_those_of_the_attribution() -> None:
    assert set(get_args(RankHow)) == set(get_args(How)) - {"unknown"}


def test_every_value_that_is_given_may_stand_in_an_entry() -> None:
    for text in (ABSENT, DIFFERENT):
        found = findings(text)
        assert set(values_of(attribute(found), found)) <= RANK_VALUES
