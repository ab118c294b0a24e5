"""Whatever dumps say, a verdict comes back that names ranks it knows, and the same for every order of the dumps."""

from hypothesis import given
from hypothesis import strategies as st
from rootrank.diagnosis.recorder import judge
from rootrank.reading.recorder.building import build

OPS = ["all_reduce", "broadcast", "all_to_all", "coalesced", "send 0->1", "recv 0<-1", "send 9->9", "recv x"]
ENTRIES = st.fixed_dictionaries(
    {
        "profiling_name": st.sampled_from([f"nccl:{op}" for op in OPS]),
        "process_group": st.sampled_from([("0", "a"), ("1", "b"), ("2", "")]),
    },
    optional={
        "record_id": st.integers(0, 5),
        "collective_seq_id": st.integers(-1, 4),
        "p2p_seq_id": st.integers(0, 3),
        "is_p2p": st.booleans(),
        "state": st.sampled_from(["scheduled", "started", "completed", "lost"]),
        "time_created_ns": st.integers(0, 9),
        "time_discovered_started_ns": st.integers(0, 9),
        "input_sizes": st.lists(st.lists(st.integers(-1, 3), max_size=3), max_size=2),
        "input_dtypes": st.lists(st.sampled_from(["Float", "Half"]), max_size=2),
        "retired": st.booleans(),
    },
)
GROUPS = st.dictionaries(
    st.sampled_from(["0", "1", "2"]),
    st.fixed_dictionaries({"ranks": st.one_of(st.none(), st.lists(st.integers(0, 5), max_size=5))}),
)
STATUS = st.dictionaries(
    st.sampled_from(["0", "1", "7"]),
    st.fixed_dictionaries(
        {"last_enqueued_collective": st.integers(-1, 5), "last_completed_collective": st.integers(-1, 5)}
    ),
)
DUMPS = st.lists(
    st.fixed_dictionaries(
        {
            "version": st.just("2.9"),
            "entries": st.lists(ENTRIES, max_size=6),
            "pg_config": GROUPS,
            "pg_status": STATUS,
        }
    ),
    min_size=1,
    max_size=5,
)


@given(DUMPS)
def test_a_verdict_comes_back(values) -> None:
    dumps = [build(value, f"_dump_{rank}", rank) for rank, value in enumerate(values)]
    verdict = judge(dumps)
    assert verdict is not None
    assert verdict.why
    known = {dump.rank for dump in dumps} | set(verdict.missing)
    assert {*verdict.initiating, *verdict.candidates} <= known
    assert not set(verdict.initiating) & {*verdict.candidates, *verdict.collateral}
    assert (verdict.certainty == "open") or verdict.initiating
    assert judge(dumps[::-1]) == verdict
