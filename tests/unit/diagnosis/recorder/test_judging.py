"""Every way in which ranks can part, on runs made for it: who is named, where, how surely, and in which words."""

import itertools

import pytest
from rootrank.diagnosis.recorder import judge
from rootrank.reading.recorder import UnreadDump


def test_a_rank_that_never_issued_what_the_others_wait_in(run) -> None:
    job = run(4)
    job.issue(range(4), done=True)
    job.issue([0, 1, 3], "_all_gather_base", input_sizes=[[4, 2]], output_sizes=[[16, 2]], input_dtypes=["BFloat16"])
    verdict = judge(job.dumps())
    assert (verdict.kind, verdict.certainty, verdict.initiating) == ("not_issued", "shown", (2,))
    assert (verdict.collateral, verdict.candidates, verdict.missing) == ((0, 1, 3), (), ())
    operation = verdict.operation
    assert (operation.op, operation.seq, operation.group, operation.last_finished) == ("_all_gather_base", 2, "0", 1)
    assert (operation.ranks, operation.input_sizes, operation.dtypes) == ((0, 1, 2, 3), ((4, 2),), ("BFloat16",))
    assert verdict.why == (
        "Rank 2 never issued _all_gather_base number 2 of default_pg (group 0, ranks 0-3), [4, 2] → [16, 2] BFloat16, "
        "in which ranks 0, 1 and 3 wait; the last that all finished is number 1. "
        "All that it did issue is finished, so its process stopped, not its device."
    )
    assert {(e.file, e.rank) for e in verdict.evidence} == {(f"_dump_{rank}", rank) for rank in range(4)}
    assert verdict.evidence[-1].text == "last issued number 1 of group 0; no operations unfinished"


def test_the_answer_does_not_depend_on_the_order_of_dumps(run) -> None:
    job = run(4)
    job.issue([0, 1, 3])
    verdicts = [judge(dumps) for dumps in itertools.permutations(job.dumps())]
    assert all(verdict == verdicts[0] for verdict in verdicts)
    assert verdicts[0].initiating == (2,)


def test_two_ranks_that_stopped_are_both_named(run) -> None:
    job = run(6, a=[0, 1, 2], b=[3, 4, 5])
    job.issue([0, 1], group="a")
    job.issue([4, 5], group="b")
    assert judge(job.dumps()).initiating == (2, 3)


def test_a_chain_of_waits_leads_to_its_end(run) -> None:
    # 0 waits for 1, which waits for 2, which waits for 3, which has nothing to wait for.
    job = run(4, a=[0, 1], b=[1, 2], c=[2, 3])
    job.issue([0], group="a")
    job.issue([1], group="b")
    job.issue([2], group="c")
    verdict = judge(job.dumps())
    assert (verdict.initiating, verdict.collateral) == ((3,), (0, 1, 2))
    assert verdict.operation.group == "c"


def pipeline(run):
    """Three stages of two tensor-parallel ranks: 0-1, 2-3, 4-5. Rank 4 stopped, and all wait for it in the end."""
    job = run(6, tp0=[0, 1], tp1=[2, 3], tp2=[4, 5], pp0=[0, 2, 4], pp1=[1, 3, 5])
    for tp, ranks in (("tp0", [0, 1]), ("tp1", [2, 3]), ("tp2", [4, 5])):
        job.issue(ranks, group=tp, done=True)
    job.issue([5], group="tp2")
    for stage, (first, second) in enumerate([(0, 1), (2, 3)]):
        job.issue([first], f"recv {stage}<-{stage + 1}", group="pp0")
        job.issue([second], f"recv {stage}<-{stage + 1}", group="pp1")
        job.issue([first, second], group=f"tp{stage}")
    return job


@pytest.mark.parametrize("active", [True, False])
def test_a_pipeline_waits_for_the_stage_that_stopped(run, active) -> None:
    verdict = judge(pipeline(run).dumps(active=active))
    assert (verdict.initiating, verdict.collateral) == ((4,), (0, 1, 2, 3, 5))
    # A collective says more than the send that a neighbouring stage waits for.
    assert (verdict.operation.op, verdict.operation.group) == ("all_reduce", "tp2")


@pytest.mark.parametrize("lost", [0, 1, 2, 3, 5])
def test_a_lost_dump_of_a_rank_that_only_waits_changes_nothing(run, lost) -> None:
    verdict = judge(pipeline(run).dumps(*(rank for rank in range(6) if rank != lost)))
    assert (verdict.initiating, verdict.missing) == ((4,), (lost,))
    assert verdict.why.endswith(f"Rank {lost} left no dump and may have waited as well.")


def test_only_a_send_is_missing(run) -> None:
    job = run(2)
    job.issue([0], "recv 0<-1")
    verdict = judge(job.dumps())
    assert verdict.initiating == (1,)
    assert verdict.why.startswith(
        "Rank 1 never issued its side of recv number 1 of default_pg (group 0, ranks 0 and 1)"
    )
    assert verdict.evidence[-1].text == (
        "has 0 unfinished sends or receives with rank 0 in group 0; no operations unfinished"
    )


def test_a_group_that_a_rank_never_used_counts_as_not_issued(run) -> None:
    job = run(3, late=[0, 1, 2])
    job.issue([0, 1, 2], done=True)
    job.issue([0, 1], group="late")
    dumps = job.dumps(0, 1)
    del job.groups["late"]
    verdict = judge([*dumps, job.dump(2)])
    assert (verdict.initiating, verdict.operation.group) == ((2,), "late")


def test_groups_of_one_name_and_other_members_are_kept_apart(run) -> None:
    # Each slice of a mesh names its group alike.
    job = run(4)
    dumps = []
    for ranks in ([0, 1], [2, 3]):
        job.groups = {"tp": ranks}
        job.issue(ranks[: 1 if ranks[0] else 2], group="tp")
        dumps += job.dumps(*ranks)
    verdict = judge(dumps)
    assert (verdict.initiating, verdict.operation.ranks) == ((3,), (2, 3))


class TestStoppedRecords:
    """A rank whose GPU can't be asked any more: its record stops, though its peers finished more with it."""

    def job(self, run):
        job = run(4, tp0=[0, 1], tp1=[2, 3])
        job.issue(range(4), done=True)
        job.issue([0, 1], group="tp0", done=True)
        job.issue([3], group="tp1", done=True)
        job.issue([2], group="tp1")
        return job

    def test_one_that_issued_all_is_named(self, run) -> None:
        job = self.job(run)
        job.issue(range(4))
        verdict = judge(job.dumps())
        assert (verdict.kind, verdict.certainty, verdict.initiating) == ("stopped_reporting", "inferred", (2,))
        assert verdict.why == (
            "Rank 2 issued what its peers issued. "
            "Its record shows all_reduce number 1 of TP1 (group tp1, ranks 2 and 3) unfinished, "
            "which rank 3 finished with it: "
            "rank 2 could no longer see its GPU's progress, as after a CUDA error, or wrote its dump before the others."
        )

    def test_one_that_also_stopped_issuing_is_named_with_the_others_of_its_kind(self, run) -> None:
        job = self.job(run)
        job.issue([0, 1, 3])  # 2 never did
        assert judge(job.dumps()).initiating == (2,)
        job = run(6, tp0=[0, 1], tp1=[2, 3], tp2=[4, 5])
        for tp, good, bad in (("tp0", 0, 1), ("tp1", 2, 3)):
            job.issue([good], group=tp, done=True)
            job.issue([bad], group=tp)
        job.issue([4, 5], group="tp2", done=True)
        job.issue([0, 2, 3, 4, 5])
        verdict = judge(job.dumps())
        assert verdict.initiating == (1, 3)  # 1 lags, 3 issued everything
        assert (verdict.kind, verdict.certainty) == ("not_issued", "inferred")

    def test_one_is_not_named_when_another_rank_is_the_end_of_all_waits(self, run) -> None:
        job = self.job(run)
        job.issue([1, 2, 3])  # 0 stopped; 2 may have died of that
        assert judge(job.dumps()).initiating == (0,)

    def test_most_records_can_not_have_stopped(self, run) -> None:
        job = run(3)
        job.issue([2], done=True)
        job.issue([0, 1])
        verdict = judge(job.dumps())
        assert (verdict.kind, verdict.initiating) == ("no_divergence", ())
        assert "not written at one standstill" in verdict.why

    def test_a_broadcast_proves_nothing_about_its_receivers(self, run) -> None:
        job = run(4)
        job.issue([0], "broadcast", done=True)
        job.issue([1, 2, 3], "broadcast")
        assert judge(job.dumps()).kind == "stuck"


class TestMismatch:
    def test_another_operation(self, run) -> None:
        job = run(4)
        job.issue(range(4), done=True)
        job.issue([0, 1, 3])
        frames = [
            {"name": "sync", "filename": "/x/torch/d.py", "line": 1},
            {"name": "save", "filename": "train.py", "line": 40},
        ]
        job.issue([2], "broadcast", frames=frames)
        verdict = judge(job.dumps())
        assert (verdict.kind, verdict.certainty, verdict.initiating) == ("mismatch", "shown", (2,))
        assert verdict.why.startswith(
            "Under number 2 of default_pg (group 0, ranks 0-3), "
            "ranks 0, 1 and 3 issued all_reduce and rank 2 issued broadcast. "
        )
        assert verdict.evidence[0].text == "number 2: broadcast, scheduled, issued at save (train.py:40)"

    @pytest.mark.parametrize(
        ("change", "text"),
        [
            ({"input_sizes": [[9]]}, "rank 1 issued all_reduce of [9] → [8] Float"),
            ({"input_dtypes": ["Half"]}, "rank 1 issued all_reduce of Half"),
        ],
    )
    def test_another_size_or_type(self, run, change, text) -> None:
        job = run(3)
        job.issue([0, 2])
        job.issue([1], **change)
        verdict = judge(job.dumps())
        assert (verdict.kind, verdict.initiating) == ("mismatch", (1,))
        assert text in verdict.why

    def test_the_same_elements_in_another_shape_are_no_difference(self, run) -> None:
        job = run(3)
        job.issue([0])
        job.issue([1], input_sizes=[[2, 4]])
        assert judge(job.dumps()).kind == "not_issued"

    def test_sizes_may_differ_where_the_operation_allows_it(self, run) -> None:
        job = run(3)
        job.issue([0], "all_to_all")
        job.issue([1], "all_to_all", input_sizes=[[2]])
        assert judge(job.dumps()).kind == "not_issued"

    def test_without_a_majority_nobody_is_named(self, run) -> None:
        job = run(2)
        job.issue([0])
        job.issue([1], "broadcast")
        verdict = judge(job.dumps())
        assert (verdict.certainty, verdict.initiating, verdict.candidates) == ("open", (), (0, 1))
        assert "can't tell which" in verdict.why

    def test_what_all_finished_did_no_harm(self, run) -> None:
        job = run(3)
        job.issue([0, 1], done=True)
        job.issue([2], "reduce", done=True)
        job.issue([0, 1])
        assert judge(job.dumps()).kind == "not_issued"

    def test_operations_of_one_batch_may_come_in_any_order(self, run) -> None:
        job = run(2)
        for ops, ranks in ((["all_reduce", "broadcast"], [0]), (["broadcast", "all_reduce"], [1])):
            for op in ops:
                job.issue(ranks, op, collective_seq_id=1)
        assert judge(job.dumps()).kind == "stuck"


class TestMissingDumps:
    def test_a_rank_without_a_dump_that_all_wait_for(self, run) -> None:
        job = run(4)
        job.issue([0, 1, 3])
        verdict = judge(job.dumps(0, 1, 3))
        assert (verdict.kind, verdict.certainty, verdict.initiating) == ("no_dump", "inferred", (2,))
        assert verdict.missing == (2,)
        assert verdict.why == (
            "Ranks 0, 1 and 3 wait for rank 2, "
            "first in all_reduce number 1 of default_pg (group 0, ranks 0-3), [8] Float,"
            " and rank 2 left no dump: it ended before writing one, or the files weren't collected."
        )

    def test_a_dump_that_could_not_be_read_is_said(self, run) -> None:
        job = run(4)
        job.issue([0, 1, 3])
        verdict = judge(job.dumps(0, 1, 3), [UnreadDump("_dump_2", "it is cut off", 2)])
        assert verdict.initiating == (2,)
        assert "left no dump that can be read (_dump_2)" in verdict.why
        assert verdict.evidence[-1].text == "it is cut off"

    def test_a_rank_with_a_dump_that_explains_it_comes_first(self, run) -> None:
        job = run(4, tp=[0, 1])
        job.issue([0, 2])  # neither 1 nor 3, of which 3 has no dump
        verdict = judge(job.dumps(0, 1, 2))
        assert (verdict.initiating, verdict.missing) == ((1,), (3,))

    def test_the_missing_dump_of_a_rank_that_nobody_waits_for_is_only_noted(self, run) -> None:
        job = run(5, a=[0, 1, 2])
        job.issue([0, 1], group="a")
        verdict = judge(job.dumps(0, 1, 2, 3))
        assert (verdict.initiating, verdict.missing) == ((2,), (4,))
        assert verdict.why.endswith("Rank 4 left no dump and may have waited as well.")

    def test_a_node_that_died_is_named_whole(self, run) -> None:
        job = run(16)
        job.issue(range(12))
        assert judge(job.dumps(*range(12))).initiating == (12, 13, 14, 15)

    def test_when_most_files_were_not_collected_nobody_is_named(self, run) -> None:
        job = run(8)
        job.issue([0, 1])
        verdict = judge(job.dumps(0, 1))
        assert (verdict.kind, verdict.certainty, verdict.initiating) == ("no_dump", "open", ())
        assert verdict.candidates == (2, 3, 4, 5, 6, 7)
        assert "2 of 8 ranks" in verdict.why

    def test_sends_to_it_lead_to_it(self, run) -> None:
        job = run(3)
        job.issue([0], "send 0->2")
        job.issue([1], "recv 1<-0")
        assert judge(job.dumps(0, 1)).initiating == (2,)


class TestOpen:
    def test_all_issued_and_none_finished(self, run) -> None:
        job = run(3)
        job.issue(range(3))
        verdict = judge(job.dumps())
        assert (verdict.kind, verdict.certainty, verdict.initiating) == ("stuck", "open", ())
        assert verdict.candidates == (0, 1, 2)
        assert "TORCH_NCCL_ENABLE_TIMING=1" in verdict.why

    def test_the_wait_ends_in_an_operation_of_which_any_member_may_hang(self, run) -> None:
        job = run(4, tp0=[0, 1], tp1=[2, 3])
        job.issue([2, 3], group="tp1")
        job.issue([0, 1], group="tp0", done=True)
        job.issue(range(4))
        verdict = judge(job.dumps())
        assert (verdict.initiating, verdict.candidates, verdict.collateral) == ((), (2, 3), (0, 1))

    def test_where_starts_are_recorded_the_one_that_did_not_begin_is_named(self, run) -> None:
        job = run(3)
        job.issue(range(3), done=True, time_discovered_started_ns=7)
        job.issue([0, 1], state="started", time_discovered_started_ns=8)
        job.issue([2])
        verdict = judge(job.dumps())
        assert (verdict.kind, verdict.initiating) == ("not_reached", (2,))
        assert "its device did not begin it" in verdict.why

    def test_a_send_that_both_sides_issued(self, run) -> None:
        job = run(2)
        job.issue([0], "send 0->1")
        job.issue([1], "recv 1<-0")
        verdict = judge(job.dumps())
        assert (verdict.kind, verdict.candidates) == ("stuck", (0, 1))

    def test_a_receive_whose_sender_went_on(self, run) -> None:
        job = run(4, a=[1, 3])
        job.issue([0], "send 0->1")
        job.issue([1], "recv 1<-0")
        job.issue([3], group="a")
        job.issue([0, 2, 3], done=True)
        verdict = judge(job.dumps())
        assert (verdict.kind, verdict.initiating, verdict.candidates) == ("stuck", (), (0, 1))
        assert verdict.collateral == (3,)

    def test_two_groups_in_different_order(self, run) -> None:
        job = run(2, a=[0, 1], b=[0, 1])
        job.issue([0], group="a")
        job.issue([1], group="b")
        verdict = judge(job.dumps())
        assert (verdict.kind, verdict.initiating, verdict.candidates) == ("deadlock", (), (0, 1))
        assert "in different order" in verdict.why

    def test_nothing_unfinished(self, run) -> None:
        job = run(3)
        job.issue(range(3), done=True)
        verdict = judge(job.dumps())
        assert (verdict.kind, verdict.initiating, verdict.candidates) == ("no_divergence", (), ())
        assert verdict.operation is None
        assert "outside of collective operations" in verdict.why
        assert "ranks 1 and 2 left none" in judge(job.dumps(0)).why

    def test_no_dumps_no_verdict(self) -> None:
        assert judge([]) is None
        assert judge([], [UnreadDump("_dump_0", "it is empty", 0)]) is None


class TestOvertaking:
    """Work is issued ahead, so an unfinished operation alone doesn't hold a rank back."""

    def job(self, run, after_it: dict[int, int]):
        # All wait for rank 0 in group 0; then ranks 1-4 go on in their own group, some further than others.
        job = run(5, tp=[1, 2, 3, 4])
        job.issue([1, 2, 3, 4])
        for rank, count in after_it.items():
            for _ in range(count):
                job.issue([rank], group="tp")
        return job

    def test_a_rank_far_behind_others_that_agree_stopped_itself(self, run) -> None:
        verdict = judge(self.job(run, {1: 2, 2: 9, 3: 9, 4: 9}).dumps())
        assert (verdict.initiating, verdict.certainty) == ((0, 1), "inferred")

    @pytest.mark.parametrize("counts", [{1: 8, 2: 9, 3: 9, 4: 9}, {1: 2, 2: 9, 3: 7, 4: 9}, {1: 2, 2: 9}])
    def test_a_rank_a_little_behind_or_among_scattered_ones_only_waits(self, run, counts) -> None:
        assert judge(self.job(run, counts).dumps()).initiating == (0,)


def test_many_ranks_are_told_in_few_words(run) -> None:
    job = run(200)
    job.issue(range(1, 200, 2))
    verdict = judge(job.dumps())
    assert verdict.initiating == tuple(range(0, 200, 2))
    assert "and 88 more wait" in verdict.why
    assert "The same holds for ranks 16, 18," in verdict.why
    assert len(verdict.why) < 5000
    assert len(verdict.evidence) == 8 * 4


def test_the_later_of_two_dumps_of_a_rank_counts(run) -> None:
    job = run(2)
    job.issue([0])
    before = job.dumps()
    job.issue([1])
    assert judge([*before, *job.dumps()]).kind == "stuck"
