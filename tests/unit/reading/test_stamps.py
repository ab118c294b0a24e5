"""Time stamps: where one stands, what it names, and what only looks like one."""

from collections.abc import Callable
from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rootrank.reading.stamps import Moment, anywhere, gap, leading, moment

SECOND = 1730541731.0
"""2024-11-02 10:02:11 UTC."""
YEARLESS = datetime(1972, 11, 2, 10, 2, 11, tzinfo=timezone.utc).timestamp()
OF_DAY = 36131.0


@pytest.mark.parametrize(
    ("line", "stamp", "rest", "named"),
    [
        ("2024-11-02T10:02:11Z go", "2024-11-02T10:02:11Z", "go", Moment(SECOND, "date", True, 1)),
        ("2024-11-02 12:02:11+02:00 go", "2024-11-02 12:02:11+02:00", "go", Moment(SECOND, "date", True, 1)),
        ("2024-11-02 05:02:11 -0500 go", "2024-11-02 05:02:11 -0500", "go", Moment(SECOND, "date", True, 1)),
        ("2024-11-02 10:02:11+00 go", "2024-11-02 10:02:11+00", "go", Moment(SECOND, "date", True, 1)),
        ("2024-11-02 10:02:11 UTC [7] go", "2024-11-02 10:02:11 UTC", "[7] go", Moment(SECOND, "date", True, 1)),
        ("2024-11-02 10:02:11 go", "2024-11-02 10:02:11", "go", Moment(SECOND, "date", False, 1)),
        ("2024/11/02 10:02:11 - mmengine", "2024/11/02 10:02:11", "mmengine", Moment(SECOND, "date", False, 1)),
        ("2024-11-02 10:02:11 | INFO | x", "2024-11-02 10:02:11", "INFO | x", Moment(SECOND, "date", False, 1)),
        ("2024-11-02 10:02:11:INFO:root:x", "2024-11-02 10:02:11", "INFO:root:x", Moment(SECOND, "date", False, 1)),
        ("[2024-11-02 10:02:11] [INFO] x", "2024-11-02 10:02:11", "[INFO] x", Moment(SECOND, "date", False, 1)),
        (" [2024-11-02 10:02:11] iteration", "2024-11-02 10:02:11", "iteration", Moment(SECOND, "date", False, 1)),
        ("[2024-11-02 10:02:11 TP0] Load", "2024-11-02 10:02:11", "TP0] Load", Moment(SECOND, "date", False, 1)),
        ("[NeMo I 2024-11-02 10:02:11 a:3] x", "2024-11-02 10:02:11", "a:3] x", Moment(SECOND, "date", False, 1)),
        ("11/02/2024 10:02:11 - INFO", "11/02/2024 10:02:11", "INFO", Moment(SECOND, "date", False, 1)),
        ("11/2/2024, 10:02:11 AM x", "11/2/2024, 10:02:11 AM", "x", Moment(SECOND, "date", False, 1)),
        ("02.11.2024 10:02:11 x", "02.11.2024 10:02:11", "x", Moment(SECOND, "date", False, 1)),
        ("24/11/02 10:02:11 INFO x", "24/11/02 10:02:11", "INFO x", Moment(SECOND, "date", False, 1)),
        ("[11/02/24 10:02:11] INFO x", "11/02/24 10:02:11", "INFO x", Moment(SECOND, "date", False, 1)),
        ("02/Nov/2024:10:02:11 +0000 x", "02/Nov/2024:10:02:11 +0000", "x", Moment(SECOND, "date", True, 1)),
        ("Sat Nov  2 10:02:11 2024", "Sat Nov  2 10:02:11 2024", "", Moment(SECOND, "date", False, 1)),
        ("[Sat Nov  2 10:02:11 2024] NVRM", "Sat Nov  2 10:02:11 2024", "NVRM", Moment(SECOND, "date", False, 1)),
        ("Sat Nov  2 10:02:11 UTC 2024", "Sat Nov  2 10:02:11 UTC 2024", "", Moment(SECOND, "date", True, 1)),
        ("Sat Nov  2 10:02:11 CST 2024", "Sat Nov  2 10:02:11 CST 2024", "", Moment(SECOND, "date", False, 1)),
        ("Nov  2 10:02:11 gpu07 kernel:", "Nov  2 10:02:11", "gpu07 kernel:", Moment(YEARLESS, "year", False, 1)),
        ("Nov 02 10:02:11 gpu07 x", "Nov 02 10:02:11", "gpu07 x", Moment(YEARLESS, "year", False, 1)),
        ("[11/02 10:02:11 d2.engine]: x", "11/02 10:02:11", "d2.engine]: x", Moment(YEARLESS, "year", False, 1)),
        ("10:02:11 x", "10:02:11", "x", Moment(OF_DAY, "day", False, 1)),
        ("[10:02:11] /src/a.cc:7: x", "10:02:11", "/src/a.cc:7: x", Moment(OF_DAY, "day", False, 1)),
        ("10:02:11 PM x", "10:02:11 PM", "x", Moment(OF_DAY + 12 * 3600, "day", False, 1)),
        ("12:02:11 AM x", "12:02:11 AM", "x", Moment(131, "day", False, 1)),
        ("[1730541731] x", "1730541731", "x", Moment(SECOND, "date", True, 1)),
    ],
)
def test_leading(line: str, stamp: str, rest: str, named: Moment) -> None:
    found = leading(line)
    assert found is not None
    assert (found[0], line[found[1] :]) == (stamp, rest)
    assert moment(stamp) == named
    assert leading(f"é{line}", 1) == (stamp, found[1] + 1)


@pytest.mark.parametrize(
    ("line", "stamp", "seconds", "resolution"),
    [
        ("2024-11-02 10:02:11,123 - root", "2024-11-02 10:02:11,123", SECOND + 0.123, 1e-3),
        ("2024-11-02 10:02:11.123456: W x", "2024-11-02 10:02:11.123456", SECOND + 0.123456, 1e-6),
        ("2024-11-02T10:02:11.123456789Z x", "2024-11-02T10:02:11.123456789Z", SECOND + 0.123456789, 1e-9),
        ("I1102 10:02:11.123456 7 f.cc:12] x", "I1102 10:02:11.123456", YEARLESS + 0.123456, 1e-6),
        ("I20241102 10:02:11.123456 7 f.cc:12] x", "I20241102 10:02:11.123456", SECOND + 0.123456, 1e-6),
        ("[E1102 10:02:11.123456789 P.cpp:6] x", "E1102 10:02:11.123456789", YEARLESS + 0.123456789, 1e-9),
        ("E0000 00:00:1730541731.250000 7 f.cc:1] x", "E0000 00:00:1730541731.250000", SECOND + 0.25, 1e-6),
        ("[12345.678901] NVRM: x", "[12345.678901]", 12345.678901, 1e-6),
        ("[    7.678901] NVRM: x", "[    7.678901]", 7.678901, 1e-6),
        ("1730541731.123 x", "1730541731.123", SECOND + 0.123, 1e-3),
        ("1730541731123 | x", "1730541731123", SECOND + 0.123, 1e-3),
        ("10:02:11.5 x", "10:02:11.5", OF_DAY + 0.5, 1e-1),
    ],
)
def test_parts_of_a_second(line: str, stamp: str, seconds: float, resolution: float) -> None:
    found, named = leading(line), moment(stamp)
    assert found is not None
    assert found[0] == stamp
    assert named is not None
    assert named.seconds == pytest.approx(seconds, abs=1e-6)
    assert named.resolution == pytest.approx(resolution)


@pytest.mark.parametrize("separator", [" ", " - ", " | ", ": ", "\t"])
def test_indentation_after_the_stamp_stays(separator: str) -> None:
    line = f'2024-11-02T10:02:11Z{separator}  File "a.py", line 3'
    found = leading(line)
    assert found is not None
    assert line[found[1] :] == '  File "a.py", line 3'


def test_a_container_runtime_s_stream_is_not_part_of_the_line() -> None:
    line = '2024-11-02T10:02:11.123456789Z stderr F   File "a.py", line 3'
    found = leading(line)
    assert found is not None
    assert line[found[1] :] == '  File "a.py", line 3'


NO_STAMP = [
    "",
    "1.2345",
    "10/100",
    "[12/100] loss 0.3",
    "[12/100] 10:02:11",
    "[1/2] 10:02:11<00:10:00",
    "2.11.2024 was the version",
    "2024-11-02 was a Saturday",
    "2024-11-02",
    "11/02/2024",
    "v2024.11.02 10:02",
    "12.4.1",
    "10:02",
    "10:02:11<1:00:00, 1.2it/s]",
    "[01:12:33<02:10:11,  1.20it/s]",
    "01:02:03 elapsed",
    "01:02:03 / 04:05:06",
    "00:00:01,000 --> 00:00:04,000",
    "10:02:11:aa:bb:cc",
    "10:02:11::1",
    "10:02:11-10:05:00",
    "25:02:11 x",
    "10:62:11 x",
    "0:02:18 (0.4671 s / it)",
    "1500000000 tokens",
    "1730541731",
    "[0.693147] [0.5]",
    "[12345.678901, 0.5]",
    "[12345.678901]",
    "[123.456]",
    "2024-13-02 10:02:11",
    "2024-11-02 10:02:110",
    "E1102",
    "Epoch 1102 10:02:11",
    "E1302 10:02:11.123456",
    "Nov  2",
    "Nov 2024 results",
    "November 2 10:02:11",
    "Mon amour",
    "Decoder 10:02:11",
    "1/2/3 10:02:11",
    "0000:01:00.0 Off",
    "192.168.10.11 10:02:11",
    "05-27 16:30:02",
    "127.0.0.1:29500",
    "step 10:02:11",
    '  File "a.py", line 3, in f',
    "Traceback (most recent call last):",
    "saved at 2024-11-02 10:02:11",
    "ETA: 2024-11-02 10:02:11",
    "start_time=2024-11-02T10:02:11",
    "time: 10.5",
    "time=1234",
    '{"time": 12.5, "loss": 0.3}',
    "Finished in 0 days, 10:02:11",
]


@pytest.mark.parametrize("line", NO_STAMP)
def test_what_only_looks_like_a_stamp(line: str) -> None:
    assert leading(line) is None
    assert anywhere(line) is None


@pytest.mark.parametrize(
    "text", ["", "x", "1.2345", "12", "10/100", "2024", "31/31/2024 10:02:11", "2024-02-30 10:02:11"]
)
def test_no_moment(text: str) -> None:
    assert moment(text) is None


@pytest.mark.parametrize(
    ("line", "stamp"),
    [
        ("[INFO|trainer.py:2134] 2024-11-02 10:02:11,123 >> x", "2024-11-02 10:02:11,123"),
        ("INFO 11-02 10:02:11 [core.py:58] x", "11-02 10:02:11"),
        ("(EngineCore_0 pid=7) ERROR 11-02 10:02:11 [core.py:58] x", "11-02 10:02:11"),
        ("WARNING [11/02 10:02:11 d2.data]: x", "11/02 10:02:11"),
        ("INFO:2024-11-02 10:02:11,123:x", "2024-11-02 10:02:11,123"),
        ("[rank3]:[E1102 10:02:11.123456789 P.cpp:6] x", "E1102 10:02:11.123456789"),
        ("[rank0]:[titan] 2024-11-02 10:02:11,123 - root - INFO - x", "2024-11-02 10:02:11,123"),
        ("[1,3]<stderr>:2024-11-02 10:02:11 x", "2024-11-02 10:02:11"),
        ("3: W1102 10:02:11.123000 140 torch/a.py:9] x", "W1102 10:02:11.123000"),
        ("DLL 2024-11-02 10:02:11.123456 - x", "2024-11-02 10:02:11.123456"),
        ("3: slurmstepd: error: *** STEP 12.0 ON gpu07 CANCELLED AT 2024-11-02T10:02:11 ***", "2024-11-02T10:02:11"),
        ("*** JOB 12 ON gpu07 CANCELLED AT 2024-11-02T10:02:11 DUE TO TIME LIMIT ***", "2024-11-02T10:02:11"),
        ("  time      : 2024-11-02_10:02:11", "2024-11-02_10:02:11"),
        ('{"level":"info","ts":1730541731.123,"msg":"x"}', "1730541731.123"),
        ('{"time":"2024-11-02T10:02:11Z","msg":"x"}', "2024-11-02T10:02:11Z"),
        ("{'timestamp': '1730541731'}", "1730541731"),
        ('{"@timestamp": "2024-11-02T10:02:11.123Z"}', "2024-11-02T10:02:11.123Z"),
        ("level=info ts=2024-11-02T10:02:11Z msg=x", "2024-11-02T10:02:11Z"),
        ("[TimeInfo: *** Aborted at 1730541731 (unix time) try x", "1730541731"),
        ('10.0.0.1 - - [02/Nov/2024:10:02:11 +0000] "GET /"', "02/Nov/2024:10:02:11 +0000"),
        ("2024-11-02 10:02:11 x", "2024-11-02 10:02:11"),
    ],
)
def test_known_places(line: str, stamp: str) -> None:
    assert anywhere(line) == stamp
    named = moment(stamp)
    assert named is not None
    assert int(named.seconds) in (int(SECOND), int(YEARLESS))


@pytest.mark.parametrize(
    "field", ['"ts": 1730541731', '"time":"2024-11-02T10:02:11Z"', '"timestamp": "1730541731000"', "ts=1730541731"]
)
def test_a_field_names_a_moment(field: str) -> None:
    named = moment(field)
    assert named is not None
    assert (named.seconds, named.zoned) == (SECOND, True)


def fraction(of: datetime, digits: int) -> str:
    return f"{of.microsecond:06d}000"[:digits]


FORMATS: dict[str, tuple[Callable[[datetime], str], float]] = {
    "iso": (lambda t: t.isoformat(timespec="microseconds"), 1e-6),
    "python": (lambda t: f"{t:%Y-%m-%d %H:%M:%S},{fraction(t, 3)}", 1e-3),
    "loguru": (lambda t: f"{t:%Y-%m-%d %H:%M:%S}.{fraction(t, 3)}", 1e-3),
    "slashes": (lambda t: f"{t:%Y/%m/%d %H:%M:%S}", 1),
    "request": (lambda t: f"{t:%d/%b/%Y:%H:%M:%S %z}", 1),
    "american": (lambda t: f"{t:%m/%d/%Y %H:%M:%S}", 1),
    "american, 12 h": (lambda t: f"{t:%m/%d/%Y %I:%M:%S %p}", 1),
    "german": (lambda t: f"{t:%d.%m.%Y %H:%M:%S}", 1),
    "ctime": (lambda t: t.ctime(), 1),
    "syslog": (lambda t: f"{t:%b} {t.day:2d} {t:%H:%M:%S}", 1),
    "syslog with a year": (lambda t: f"{t:%b} {t.day:2d} {t:%Y} {t:%H:%M:%S}", 1),
    "mail": (lambda t: f"{t:%a, %d %b %Y %H:%M:%S %z}", 1),
    "glog": (lambda t: f"I{t:%m%d %H:%M:%S}.{fraction(t, 6)}", 1e-6),
    "c10d": (lambda t: f"E{t.month * 100 + t.day} {t:%H:%M:%S}.{fraction(t, 9)}", 1e-9),
    "glog with a year": (lambda t: f"I{t:%Y%m%d %H:%M:%S}.{fraction(t, 6)}", 1e-6),
    "epoch": (lambda t: f"{t.timestamp():.3f}", 1e-3),
    "clock": (lambda t: f"{t:%H:%M:%S}.{fraction(t, 3)}", 1e-3),
    "clock, 12 h": (lambda t: f"{t:%I:%M:%S %p}", 1),
}


def expected(named: Moment, of: datetime) -> float:
    wall = of if named.zoned else of.replace(tzinfo=timezone.utc)
    if named.clock == "day":
        return (wall - wall.replace(hour=0, minute=0, second=0, microsecond=0)).total_seconds()
    return (wall if named.clock == "date" else wall.replace(year=1972)).timestamp()


moments = st.datetimes(
    min_value=datetime(2014, 9, 1),  # noqa: DTZ001  (the zone is drawn)
    max_value=datetime(2035, 12, 31),  # noqa: DTZ001
    timezones=st.integers(-14 * 4, 14 * 4).map(lambda n: timezone(timedelta(minutes=15 * n))),
)


@pytest.mark.parametrize("name", FORMATS)
@given(of=moments, rest=st.sampled_from(["", " x", " - INFO - x", "] x"]))
def test_what_was_written_is_read(name: str, of: datetime, rest: str) -> None:
    write, resolution = FORMATS[name]
    stamp = write(of)
    found = leading(stamp + rest)
    assert found is not None
    assert found[0] == stamp
    named = moment(stamp)
    assert named is not None
    assert named.resolution == pytest.approx(resolution)
    assert abs(named.seconds - expected(named, of)) <= resolution + 1e-6


@pytest.mark.parametrize("name", FORMATS)
@given(of=moments)
def test_brackets_don_t_change_a_moment(name: str, of: datetime) -> None:
    stamp = FORMATS[name][0](of)
    line = f"[{stamp}] x"
    found = leading(line)
    assert found is not None
    assert (found[0], line[found[1] :]) == (stamp, "x")
    assert moment(f"[{stamp}]") == moment(f'"{stamp}"') == moment(stamp)


@given(st.floats(-1e6, 1e6, allow_nan=False), st.sampled_from(["{:.4f}", "{:g}", "[{:.6f}]", "{:.2e}", "{:.1f}%"]))
def test_a_metric_is_no_stamp(value: float, form: str) -> None:
    for rest in ("", ",", " loss", "/100"):
        assert leading(form.format(value) + rest) is None or (form == "[{:.6f}]" and rest.startswith(" "))


@given(st.integers(0, 10**9), st.integers(1, 10**9), st.sampled_from(["{}/{}", "[{}/{}]", "({}/{})", "{}.{}", "{}-{}"]))
def test_progress_and_versions_are_no_stamps(done: int, total: int, form: str) -> None:
    assert leading(form.format(done, total) + " x") is None


@given(st.text(alphabet=st.sampled_from("0123456789:-/.,[]() TZIENovSat"), max_size=40))
def test_whatever_is_found_stands_there(text: str) -> None:
    found = leading(text)
    if found is not None:
        assert text.find(found[0]) in (0, 1, 2)
        assert found[1] >= len(found[0])
        assert moment(found[0]) is None or anywhere(text) == found[0]


@given(st.text())
def test_any_text_is_taken(text: str) -> None:
    assert moment(text) is None or isinstance(moment(text), Moment)
    assert anywhere(text) is None or anywhere(text) in text


def test_gaps() -> None:
    def between(earlier: str, later: str) -> float | None:
        first, second = moment(earlier), moment(later)
        assert first is not None
        assert second is not None
        return gap(first, second)

    assert between("2024-11-02 10:02:11", "2024-11-03 10:02:12") == 86401
    assert between("23:59:59", "00:00:01") == 2
    assert between("00:00:01", "23:59:59") == -2
    assert between("10:00:00", "09:59:00") == -60
    assert between("I1231 23:59:59.500000", "I0101 00:00:01.500000") == 2
    assert between("2024-11-02T10:02:11Z", "2024-11-02T12:02:12+02:00") == 1
    assert between("2024-11-02T10:02:11Z", "2024-11-02T10:02:12") is None
    assert between("10:02:11", "2024-11-02 10:02:11") is None


@given(st.floats(0, 86399), st.floats(0, 86399))
def test_a_gap_of_a_day_s_clock_is_at_most_half_a_day(first: float, second: float) -> None:
    seconds = gap(Moment(first, "day", False, 1), Moment(second, "day", False, 1))
    assert seconds is not None
    assert abs(seconds) <= 43200


def test_what_a_moment_counts_from() -> None:
    named = {text: moment(text) for text in ("2024-11-02 10:02:11", "Nov  2 10:02:11", "10:02:11", "[12345.678901]")}
    assert [m.dated for m in named.values() if m] == [True, True, False, False]
    assert [m.period for m in named.values() if m] == [None, 366 * 86400, 86400, None]
