"""What is passed over is what nobody needs; everything else comes back exactly as a full reading gives it."""

import pytest
from rootrank.reading.recorder import unpickling as limits
from rootrank.reading.recorder.skimming import KEEP, Skimmer
from rootrank.reading.recorder.unpickling import plain_data


def skimmed(data: bytes):
    skimmer = Skimmer()
    return plain_data(data, skimmer)["entries"], skimmer.total


def test_the_last_finished_operations_and_all_unfinished_ones_are_kept(torch_pickle, dump, entry) -> None:
    entries = [entry(n, state="scheduled" if n in (3, 1990) else "completed") for n in range(2000)]
    data = torch_pickle(dump(entries))
    kept, total = skimmed(data)
    assert total == 2000
    assert kept == [e for e in plain_data(data)["entries"] if e in kept]
    # The first one is how the order of fields is learnt.
    assert {e["record_id"] for e in kept} == {0, 3, 1990, *range(2000 - KEEP, 2000)} | {2000 - KEEP - 1}


def test_each_group_keeps_its_own(torch_pickle, dump, entry) -> None:
    entries = [entry(n, process_group=("7" if n < 50 else "8", "x")) for n in range(500)]
    kept, _ = skimmed(torch_pickle(dump(entries)))
    assert [e["record_id"] for e in kept if e["process_group"][0] == "7"][-KEEP:] == list(range(50 - KEEP, 50))


@pytest.mark.parametrize(
    "change",
    [
        {"duration_ms": 1.5},
        {"input_sizes": []},
        {"input_sizes": [[], [1 << 40]]},
        {"frames": []},
        {"time_discovered_completed_ns": None},
        {"collective_seq_id": 1 << 33},
    ],
)
def test_operations_of_another_shape_are_read_too(torch_pickle, dump, entry, change) -> None:
    entries = [entry(n, **(change if n % 3 == 1 else {})) for n in range(300)]
    data = torch_pickle(dump(entries))
    kept, total = skimmed(data)
    full = plain_data(data)["entries"]
    assert total == 300
    assert all(e in full for e in kept)
    assert kept[-KEEP:] == full[-KEEP:]


def test_a_new_word_in_the_middle_is_learnt(torch_pickle, dump, entry) -> None:
    entries = [entry(n, profiling_name=f"nccl:op{n // 100}") for n in range(400)]
    kept, total = skimmed(torch_pickle(dump(entries)))
    assert total == 400
    assert {e["profiling_name"] for e in kept} >= {"nccl:op0", "nccl:op3"}


def test_what_closes_a_batch_is_never_passed_over(torch_pickle, dump, entry) -> None:
    names = ["nccl:send 0->1", "nccl:recv 0<-1", "nccl:coalesced"]
    entries = [entry(n, profiling_name=names[n % 3], p2p_seq_id=n // 3, is_p2p=True) for n in range(300)]
    kept, _ = skimmed(torch_pickle(dump(entries)))
    assert sum(e["profiling_name"] == "nccl:coalesced" for e in kept) == 100


def test_a_dump_with_many_words_is_skimmed(torch_pickle, dump, entry) -> None:
    config = {str(n): {"name": str(n), "desc": f"GROUP{n}", "ranks": f"[{n}]"} for n in range(200)}
    kept, total = skimmed(torch_pickle(dump([entry(n) for n in range(500)], pg_config=config)))
    assert total == 500
    assert len(kept) < 2 * KEEP + 2


def test_skimming_costs_no_instructions(monkeypatch, torch_pickle, dump, entry) -> None:
    data = torch_pickle(dump([entry(n) for n in range(5000)]))
    monkeypatch.setattr(limits, "MAX_INSTRUCTIONS", 5_000)
    assert skimmed(data)[1] == 5000


def test_a_value_that_is_no_dump_passes_through(torch_pickle) -> None:
    assert plain_data(torch_pickle({"entries": 3}), Skimmer()) == {"entries": 3}
    assert plain_data(torch_pickle([[{"state": "completed"}]]), Skimmer()) == [[{"state": "completed"}]]
