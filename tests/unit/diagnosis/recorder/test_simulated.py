"""On simulated runs no rank is named that wasn't hit, and a process that stops alone is always found."""

import importlib.util
from collections import Counter
from pathlib import Path

import pytest
from rootrank.diagnosis.recorder import judge

SPEC = importlib.util.spec_from_file_location("simulation", Path(__file__).with_name("simulation.py"))
simulation = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(simulation)

SEEDS = range(12)


def outcomes(fault: str, *, hits: int, synchronous: bool, without_dumps: bool = False) -> Counter[str]:
    found: Counter[str] = Counter()
    for seed in SEEDS:
        run = simulation.Simulation(seed, fault, hits=hits, synchronous=synchronous)
        run.run()
        if not any(rank.queue for rank in run.ranks):
            continue
        dumps = [run.dump(rank) for rank in run.ranks if not (without_dumps and rank.number in run.hit)]
        named = set(judge(dumps).initiating)
        assert named <= set(run.hit), f"seed {seed}: {sorted(named)} named, {run.hit} hit"
        found["all" if named == set(run.hit) else "some" if named else "none"] += 1
    assert sum(found.values()) >= len(SEEDS) // 2
    return found


@pytest.mark.parametrize("synchronous", [True, False])
def test_one_process_that_stops(synchronous) -> None:
    assert set(outcomes("process", hits=1, synchronous=synchronous)) == {"all"}


@pytest.mark.parametrize("synchronous", [True, False])
def test_one_process_that_dies_without_a_dump(synchronous) -> None:
    assert set(outcomes("process", hits=1, synchronous=synchronous, without_dumps=True)) == {"all"}


@pytest.mark.parametrize("synchronous", [True, False])
def test_two_processes_that_stop(synchronous) -> None:
    # The second may stop where it already waited for the first: nobody can tell that from its dump.
    found = outcomes("process", hits=2, synchronous=synchronous)
    assert found["all"] > 0
    assert found["none"] == 0


@pytest.mark.parametrize("synchronous", [True, False])
@pytest.mark.parametrize("hits", [1, 2])
def test_a_device_error(hits, synchronous) -> None:
    assert outcomes("device error", hits=hits, synchronous=synchronous)["all"] > 0


@pytest.mark.parametrize("hits", [1, 2])
def test_a_device_that_hangs_is_mostly_beyond_the_dumps(hits) -> None:
    found = outcomes("device hang", hits=hits, synchronous=True)
    assert found["none"] > 0
