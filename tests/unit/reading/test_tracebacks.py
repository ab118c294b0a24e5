"""Tracebacks of one rank's records: whole, chained, coloured, cut, prefixed, and anomaly mode's forward stacks."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from rootrank.model.log import Traceback
from rootrank.reading.frames import fault_frame, is_user_frame, user_frame
from rootrank.reading.tracebacks import TracebackReader
from rootrank.reading.undress import undress

SIMPLE = """\
step 3 loss 0.51
Traceback (most recent call last):
  File "/home/kim/train.py", line 42, in <module>
    main(cfg)
    ~~~~^^^^^
  File "/home/kim/train.py", line 17, in main
    loss = criterion(model(x), y)
                     ^^^^^^^^
  File "/opt/venv/lib/python3.11/site-packages/torch/nn/modules/module.py", line 1778, in _wrapped_call_impl
    return self._call_impl(*args, **kwargs)
RuntimeError: mat1 and mat2 shapes cannot be multiplied (32x1024 and 784x120)
done
"""
ANOMALY = """\
/opt/venv/lib/python3.11/site-packages/torch/autograd/graph.py:979: UserWarning: Error detected in SqrtBackward0. \
Traceback of forward call that caused the error:
  File "/home/kim/train.py", line 40, in <module>
    loss = pair_loss(model(left), model(right))
  File "/home/kim/losses.py", line 20, in pair_loss
    dist = torch.sqrt(d2)
 (Triggered internally at /pytorch/torch/csrc/autograd/python_anomaly_mode.cpp:122.)
  return Variable._execution_engine.run_backward(  # Calls into the C++ engine to run the backward pass
Traceback (most recent call last):
  File "/home/kim/train.py", line 42, in <module>
    loss.backward()
  File "/opt/venv/lib/python3.11/site-packages/torch/_tensor.py", line 623, in backward
    torch.autograd.backward(
RuntimeError: Function 'SqrtBackward0' returned nan values in its 0th output.
"""


def read(text: str) -> list[Traceback]:
    reader, found = TracebackReader(), []
    for number, line in enumerate(text.split("\n"), 1):
        found += reader.feed(undress(line.encode(), "train.log", number))
    return found + reader.finish()


def test_reads_frames_exception_and_places() -> None:
    (one,) = read(SIMPLE)
    assert [(f.line, f.function) for f in one.frames] == [(42, "<module>"), (17, "main"), (1778, "_wrapped_call_impl")]
    assert one.exception == "RuntimeError"
    assert one.message == "mat1 and mat2 shapes cannot be multiplied (32x1024 and 784x120)"
    assert (one.line, one.exception_line, one.truncated) == (2, 11, False)
    assert one.frames[1].at == 6


def test_carets_give_the_columns_of_the_source_line() -> None:
    (one,) = read(SIMPLE)
    frame = one.frames[1]
    assert frame.text is not None
    assert frame.span is not None
    assert frame.text[slice(*frame.span)] == "model(x)"


def test_the_fault_is_the_users_innermost_frame() -> None:
    (one,) = read(SIMPLE)
    fault = fault_frame(one)
    assert fault is not None
    assert fault.text == "loss = criterion(model(x), y)"


def test_anomaly_mode_ties_the_forward_line_to_the_backward_error() -> None:
    (one,) = read(ANOMALY)
    assert one.exception == "RuntimeError"
    assert one.forward is not None
    assert [f.line for f in one.forward.frames] == [40, 20]
    fault = fault_frame(one)
    assert fault is not None
    assert (fault.file, fault.line, fault.text) == ("/home/kim/losses.py", 20, "dist = torch.sqrt(d2)")


def test_a_forward_stack_without_its_backward_error_is_kept() -> None:
    (one,) = read(ANOMALY.split("Traceback (most", maxsplit=1)[0])
    assert one.exception is None
    assert one.frames[-1].text == "dist = torch.sqrt(d2)"


def test_older_releases_warn_from_sys() -> None:
    old = ANOMALY.replace(
        ANOMALY.split("\n", maxsplit=1)[0], "sys:1: RuntimeWarning: Traceback of forward call that caused the error:"
    )
    (one,) = read(
        old.replace(" (Triggered internally at /pytorch/torch/csrc/autograd/python_anomaly_mode.cpp:122.)\n", "\n")
    )
    assert one.forward is not None


def test_chains_keep_what_was_raised_first() -> None:
    text = """\
Traceback (most recent call last):
  File "a.py", line 1, in load
    open(path)
FileNotFoundError: [Errno 2] No such file or directory: 'x.pt'

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "a.py", line 9, in <module>
    load()
RuntimeError: can't resume
"""
    (one,) = read(text)
    assert one.exception == "RuntimeError"
    assert one.cause is not None
    assert one.cause.exception == "FileNotFoundError"
    fault = fault_frame(one)
    assert fault is not None
    assert fault.text == "open(path)"


def test_an_exception_while_handling_another_is_context() -> None:
    text = (
        SIMPLE.replace("done\n", "")
        + "\nDuring handling of the above exception, another exception occurred:\n\n"
        + SIMPLE
    )
    (one,) = read(text)
    assert one.context is not None
    assert one.cause is None


def test_a_workers_own_traceback_is_the_cause() -> None:
    text = """\
Traceback (most recent call last):
  File "/home/kim/train.py", line 8, in <module>
    for x in loader:
ValueError: Caught ValueError in DataLoader worker process 1.
Original Traceback (most recent call last):
  File "/opt/venv/lib/python3.11/site-packages/torch/utils/data/_utils/worker.py", line 351, in _worker_loop
    data = fetcher.fetch(index)
  File "/home/kim/data.py", line 31, in __getitem__
    return torch.from_numpy(raw.reshape(4, 8))
ValueError: cannot reshape array of size 31 into shape (4,8)
"""
    (one,) = read(text)
    assert one.message.startswith("Caught ValueError")
    fault = fault_frame(one)
    assert fault is not None
    assert fault.file == "/home/kim/data.py"


def test_colours_and_a_progress_bar_before_the_header_leave_no_trace() -> None:
    bar = " 50%|#####     | 1/2 [00:14<00:14]" + SIMPLE.split("\n", 1)[1]
    coloured = "\n".join(f"\x1b[31m{line}\x1b[0m" for line in bar.split("\n"))
    (one,) = read(coloured)
    assert one.frames[1].text == "loss = criterion(model(x), y)"
    assert one.exception == "RuntimeError"


def test_a_loggers_prefix_on_every_line_is_not_part_of_the_source() -> None:
    prefixed = "\n".join(f"(Worker pid=81) {line}" for line in SIMPLE.split("\n"))
    (one,) = read(prefixed)
    assert one.frames[0].text == "main(cfg)"
    assert one.message.startswith("mat1 and mat2")


def test_ranks_are_read_off_the_prefix() -> None:
    (one,) = read("\n".join(f"[rank7]: {line}" for line in SIMPLE.split("\n")))
    assert one.rank == 7
    assert one.frames[0].file == "/home/kim/train.py"


def test_a_missing_head_and_a_missing_end_are_said() -> None:
    (headless,) = read("\n".join(SIMPLE.split("\n")[2:]))
    assert headless.truncated
    assert headless.exception == "RuntimeError"
    (endless,) = read("\n".join(SIMPLE.split("\n")[:9]))
    assert endless.truncated
    assert endless.exception is None
    assert len(endless.frames) == 3


def test_a_bare_exception_line_is_a_traceback_without_frames() -> None:
    (one,) = read("RuntimeError: Function 'SqrtBackward' returned nan values")
    assert (one.exception, one.message) == ("RuntimeError", "Function 'SqrtBackward' returned nan values")
    assert one.frames == ()


def test_a_message_of_several_lines_is_kept_whole() -> None:
    text = """\
Traceback (most recent call last):
  File "a.py", line 1, in <module>
    model.load_state_dict(state)
RuntimeError: Error(s) in loading state_dict for Net:
\tMissing key(s) in state_dict: "embed.weight".
\tUnexpected key(s) in state_dict: "module.embed.weight".
finished
"""
    (one,) = read(text)
    assert one.message.split("\n")[1:] == [
        'Missing key(s) in state_dict: "embed.weight".',
        'Unexpected key(s) in state_dict: "module.embed.weight".',
    ]


def test_prose_and_warnings_are_no_tracebacks() -> None:
    prose = "I think the Error is in the loss.\nWARNING: 3 errors were corrected\nUserWarning: std(): degrees"
    assert read(prose) == []
    assert read("2026-12-01 10:00:01 WARNING loader: OSError: truncated image, using a neighbour") == []
    assert read("2026-12-01 10:00:01 ERROR loader: OSError: truncated image") != []


def test_library_frames_of_every_platform_are_told_from_the_users() -> None:
    (one,) = read(SIMPLE)
    assert [is_user_frame(f) for f in one.frames] == [True, True, False]
    windows = read(SIMPLE.replace("/opt/venv/lib/python3.11/", "C:\\Python311\\Lib\\"))[0]
    frame = user_frame(windows)
    assert frame is not None
    assert frame.line == 17


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from((SIMPLE + ANOMALY).split("\n")), max_size=40), st.randoms())
def test_any_shuffle_of_lines_is_read_without_an_error(lines: list[str], rng: random.Random) -> None:
    rng.shuffle(lines)
    for one in read("\n".join(lines)):
        assert one.line <= one.end_line
