"""Versions differ and fields go missing: what is there is read, what isn't is unknown, what is no dump is refused."""

import pytest
from rootrank.reading.recorder import DumpError, DumpFrame, DumpGroup
from rootrank.reading.recorder.building import build


def test_an_entry_is_read_whole(dump, entry) -> None:
    read = build(dump([entry(6, state="started", time_discovered_started_ns=5)]), "f", 1)
    (found,) = read.entries
    assert (read.rank, read.file, read.version, read.total) == (1, "f", "2.10", 1)
    assert (read.world_size, read.library) == (2, "2.27.3")
    assert (found.record, found.group, found.op, found.state, found.seq) == (6, "0", "all_reduce", "started", 7)
    assert (found.input_sizes, found.output_dtypes) == (((4, 300),), ("BFloat16",))
    assert (found.started, found.completed, found.timeout_ms) == (5, 1_758_610_505_980_883_597, 600_000)
    assert found.frames[1] == DumpFrame("step", "train.py", 70_000)
    assert found.pending
    assert read.groups == {"0": DumpGroup("0", "default_pg", (0, 1), 1, 1)}


def test_a_bare_entry_of_an_old_version_is_read(dump) -> None:
    old = {"profiling_name": "nccl:send 0->1", "pg_id": 3, "seq_id": 9}
    read = build(dump([old], version="2.0", pg_config=None, pg_status=None, comm_lib_version=None), "f", 0)
    (found,) = read.entries
    assert (found.record, found.group, found.seq, found.p2p, found.state) == (0, "3", 9, True, "scheduled")
    assert found.input_sizes is found.created is found.retired is None
    assert read.groups["3"].ranks is None
    assert (read.world_size, read.library) == (None, None)


@pytest.mark.parametrize(
    "field",
    [
        "record_id",
        "collective_seq_id",
        "p2p_seq_id",
        "input_sizes",
        "input_dtypes",
        "output_sizes",
        "time_created_ns",
        "timeout_ms",
        "retired",
        "frames",
        "is_p2p",
        "state",
    ],
)
@pytest.mark.parametrize("junk", [None, "x", [[None]], {"a": 1}, 2.5])
def test_a_field_of_another_type_is_unknown(dump, entry, field, junk) -> None:
    (found,) = build(dump([entry(1, **{field: junk})]), "f", 0).entries
    assert found.op == "all_reduce"


FINISHED = [
    ("completed", False, "nccl:all_reduce", False),
    ("scheduled", False, "nccl:all_reduce", True),
    ("scheduled", True, "nccl:all_reduce", True),  # let go after an error
    ("scheduled", True, "gloo:all_reduce", False),  # Gloo has no events to ask
    ("scheduled", False, "gloo:all_reduce", True),
    (None, True, "nccl:all_reduce", False),
]


def test_finished_means_what_the_backend_can_know(dump, entry) -> None:
    for state, retired, name, pending in FINISHED:
        item = entry(0, state=state, retired=retired, profiling_name=name, time_discovered_completed_ns=None)
        assert build(dump([item]), "f", 0).entries[0].pending is pending, (state, retired, name)


def test_only_the_last_finished_operations_of_a_group_are_kept(dump, entry) -> None:
    entries = [entry(n, state="scheduled" if n == 5 else "completed") for n in range(100)]
    read = build(dump(entries), "f", 0)
    assert [e.record for e in read.entries] == [5, *range(84, 100)]
    assert read.total == 100


def test_numbers_of_groups_get_names_by_order_of_creation(dump) -> None:
    config = {n: {"name": n, "desc": "", "ranks": "[0, 1]"} for n in ("10", "0", "9")}
    status = {n: {"last_enqueued_collective": int(n) + 50, "last_completed_collective": -1} for n in ("0", "3", "12")}
    read = build(dump([], pg_config=config, pg_status=status), "f", 0)
    assert {name: group.enqueued for name, group in read.groups.items()} == {"0": 50, "9": 53, "10": 62}
    assert read.groups["0"].completed == 0


def test_an_operation_that_contradicts_the_order_leaves_the_others_unknown(dump, entry) -> None:
    config = {n: {"name": n, "desc": "", "ranks": "[0, 1]"} for n in ("0", "9")}
    status = {n: {"last_enqueued_collective": 5, "last_completed_collective": 5} for n in ("0", "3")}
    read = build(dump([entry(1, pg_id=3, process_group=("0", ""))], pg_config=config, pg_status=status), "f", 0)
    assert (read.groups["0"].enqueued, read.groups["9"].enqueued) == (5, None)


def test_named_groups_are_tied_by_operations_alone(dump, entry) -> None:
    config = {"mesh_dp": {"name": "mesh_dp", "desc": "dp", "ranks": [0, 1]}}
    read = build(dump([entry(1, process_group=("mesh_dp", "dp"))], pg_config=config), "f", 0)
    assert read.groups["mesh_dp"] == DumpGroup("mesh_dp", "dp", (0, 1), 1, 1)


class TestBatches:
    def batch(self, entry, closed: str | None, *, later: bool = False):
        names = ["nccl:send 0->1", "nccl:recv 0<-1", *(["nccl:coalesced"] if closed else [])]
        items = [
            entry(n, profiling_name=name, state=closed if "coal" in name else "scheduled", is_p2p=True, p2p_seq_id=4)
            for n, name in enumerate(names)
        ]
        after = [entry(9, profiling_name="nccl:send 0->1", state="scheduled", is_p2p=True, p2p_seq_id=5)]
        return items + (after if later else [])

    def test_its_operations_have_its_state(self, dump, entry) -> None:
        for state in ("completed", "started", "scheduled"):
            read = build(dump(self.batch(entry, state)), "f", 0)
            assert [(e.op, e.state) for e in read.entries] == [("send 0->1", state), ("recv 0<-1", state)]

    def test_one_that_nothing_closes_is_finished_when_others_follow(self, dump, entry) -> None:
        read = build(dump(self.batch(entry, None, later=True)), "f", 0)
        assert [e.pending for e in read.entries] == [False, False, True]
        assert [e.pending for e in build(dump(self.batch(entry, None)), "f", 0).entries] == [True, True]

    def test_one_of_collectives_keeps_what_closes_it(self, dump, entry) -> None:
        items = [
            entry(n, profiling_name=name, state=state, collective_seq_id=3)
            for n, (name, state) in enumerate([("nccl:all_reduce", "scheduled"), ("nccl:coalesced", "completed")])
        ]
        read = build(dump(items), "f", 0)
        assert [(e.op, e.pending) for e in read.entries] == [("all_reduce", False), ("coalesced", False)]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (None, "not a flight-recorder dump"),
        ([], "not a flight-recorder dump"),
        ({"version": "2.9"}, "not a flight-recorder dump"),
        ({"entries": []}, "version None"),
        ({"entries": [], "version": "3.0"}, "version '3.0' of the format; versions 2.x are read"),
        ({"entries": [], "version": "1.5"}, "version '1.5'"),
        ({"entries": [], "version": 2}, "version 2 "),
        ({"entries": "x", "version": "2.1"}, "not a list"),
        ({"entries": [1], "version": "2.1"}, "1 of its 1 operations"),
        ({"entries": [{"profiling_name": "nccl:all_reduce"}], "version": "2.1"}, "no name or group"),
    ],
)
def test_what_is_no_dump_is_refused(value, message) -> None:
    with pytest.raises(DumpError, match=message):
        build(value, "f", 0)
