"""Native crashes, in the forms that C++ runtimes, signal handlers and debuggers print."""

import pytest
from rootrank.model.log import Frame, Record, Traceback
from rootrank.reading.frames import fault_frame, is_user_frame
from rootrank.reading.tracebacks import TracebackReader

UNCAUGHT = """\
step 40 loss 0.5
terminate called after throwing an instance of 'c10::Error'
  what():  CUDA error: device-side assert triggered
CUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.
For debugging consider passing CUDA_LAUNCH_BLOCKING=1

Exception raised from c10_cuda_check_implementation at ../c10/cuda/CUDAException.cpp:43 (most recent call first):
frame #0: c10::Error::Error(c10::SourceLocation, std::string) + 0x57 (0x7f0a1 in /opt/venv/lib/libc10.so)
frame #1: c10::cuda::c10_cuda_check_implementation(int, bool) + 0x118 (0x7f0a2 in /opt/venv/lib/libc10_cuda.so)
frame #2: <unknown function> + 0xd6df4 (0x7f0a3 in /lib/x86_64-linux-gnu/libstdc++.so.6)

Fatal Python error: Aborted

Thread 0x00007f8c00000700 (most recent call first):
  File "/usr/lib/python3.11/threading.py", line 324 in wait

Current thread 0x00007f8d00000740 (most recent call first):
  File "/opt/venv/lib/python3.11/site-packages/torch/autograd/graph.py", line 769 in _engine_run_backward
  File "/home/kim/train.py", line 57 in step
  File "/home/kim/train.py", line 80 in <module>

Extension modules: numpy._core._multiarray_umath, torch._C (total: 2)
step 41 loss 0.4
"""
MPI = """\
[gpu-7:21766] *** Process received signal ***
[gpu-7:21766] Signal: Segmentation fault (11)
[gpu-7:21766] Signal code: Address not mapped (1)
[gpu-7:21766] Failing at address: 0x1ff8
[gpu-7:21766] [ 0] /lib/x86_64-linux-gnu/libpthread.so.0(+0x128a0)[0x7f1000]
[gpu-7:21766] [ 1] /opt/hpcx/lib/libnccl.so.2(ncclSend+0x3a2f0)[0x7f2000]
[gpu-7:21766] [ 2] python3.11(_PyEval_EvalFrameDefault+0x5b1)[0x5510]
[gpu-7:21766] *** End of error message ***
"""
UCX = """\
[node2:4114 :0:4114] Caught signal 11 (Segmentation fault: address not mapped to object at address (nil))
==== backtrace (tid:   4114) ====
 0 0x0000000000043090 killpg()  ???:0
 1 0x00000000000a3b21 ibv_reg_mr_iova2()  /src/rdma-core/libibverbs/verbs.c:357
=================================
"""
DEBUGGER = """\
Thread 1 "python" received signal SIGSEGV, Segmentation fault.
#0  0x00007ffff7a4f2a1 in __memmove_avx_unaligned_erms () from /lib/x86_64-linux-gnu/libc.so.6
#1  0x00007fffd2a1b3c4 in fill_rows (out=0x0, n=40) at csrc/fill.cpp:88
"""
LOGGING = """\
F0501 10:00:00.123456 12345 batcher.cc:57] Check failed: rows == cols (31 vs. 32)
*** Check failure stack trace: ***
    @     0x7f5a1c google::LogMessage::Fail()
    @     0x7f5a2c (unknown)
    @     0x7f5a3c Batcher::Next()
"""
CAUGHT_BY_GLOG = """\
*** Aborted at 1701418800 (unix time) try "date -d @1701418800" if you are using GNU date ***
PC: @                0x0 (unknown)
*** SIGSEGV (@0x8) received by PID 1234 (TID 0x7f00) from PID 8; stack trace: ***
    @     0x7f5a1c paddle::framework::Tensor::data()
    @                0x0 (unknown)
Segmentation fault (core dumped)
"""
PADDLE = """\
--------------------------------------
C++ Traceback (most recent call last):
--------------------------------------
0   paddle::imperative::Tracer::TraceOp(std::string const&)
1   phi::EmbeddingKernel(int)

----------------------
Error Message Summary:
----------------------
FatalError: `Segmentation fault` is detected by the operating system.
  [TimeInfo: *** Aborted at 1701418800 (unix time) try "date -d @1701418800" if you are using GNU date ***]
  [SignalInfo: *** SIGSEGV (@0x0) received by PID 20 (TID 0x7f00) from PID 0 ***]

step 3
"""


def read(text: str) -> list[Traceback]:
    reader, found = TracebackReader(), []
    for number, line in enumerate(text.split("\n"), 1):
        found += reader.feed(Record(line, "f", number))
    return found + reader.finish()


def one(text: str) -> Traceback:
    (found,) = read(text)
    return found


def test_an_uncaught_exception_has_its_message_and_the_user_s_line() -> None:
    crash = one(UNCAUGHT)
    assert crash.exception == "c10::Error"
    assert crash.message.split("\n")[0] == "CUDA error: device-side assert triggered"
    assert "CUDA_LAUNCH_BLOCKING" in crash.message
    assert [f.function for f in crash.frames] == [
        "<module>",
        "step",
        "_engine_run_backward",
        "<unknown function>",
        "c10::cuda::c10_cuda_check_implementation(int, bool)",
        "c10::Error::Error(c10::SourceLocation, std::string)",
    ]
    fault = fault_frame(crash)
    assert fault is not None
    assert (fault.file, fault.line) == ("/home/kim/train.py", 57)
    assert (crash.line, crash.exception_line, crash.end_line) == (2, 2, 22)


@pytest.mark.parametrize(
    ("text", "exception", "message", "functions"),
    [
        (
            MPI,
            "SIGSEGV",
            "Segmentation fault\nSignal code: Address not mapped (1)\nFailing at address: 0x1ff8",
            ["_PyEval_EvalFrameDefault", "ncclSend", None],
        ),
        (
            UCX,
            "SIGSEGV",
            "Segmentation fault: address not mapped to object at address (nil)",
            ["ibv_reg_mr_iova2", "killpg"],
        ),
        (DEBUGGER, "SIGSEGV", "Segmentation fault", ["fill_rows", "__memmove_avx_unaligned_erms"]),
        (LOGGING, "Check failed", "rows == cols (31 vs. 32)", ["Batcher::Next()", None, "google::LogMessage::Fail()"]),
        (CAUGHT_BY_GLOG, "SIGSEGV", "@0x8", [None, "paddle::framework::Tensor::data()"]),
        (
            PADDLE,
            "FatalError",
            "`Segmentation fault` is detected by the operating system.",
            ["phi::EmbeddingKernel(int)", "paddle::imperative::Tracer::TraceOp(std::string const&)"],
        ),
    ],
    ids=["mpi", "ucx", "debugger", "logging", "glog", "paddle"],
)
def test_forms(text: str, exception: str, message: str, functions: list[str | None]) -> None:
    crash = one(text)
    assert (crash.exception, crash.message) == (exception, message)
    assert [f.function for f in crash.frames] == functions
    assert fault_frame(crash) is None


@pytest.mark.parametrize(
    ("line", "exception", "message"),
    [
        ("terminate called without an active exception", "std::terminate", "called without an active exception"),
        ("libc++abi: terminating due to uncaught exception of type c10::Error: no", "c10::Error", "no"),
        ("double free or corruption (!prev)", "heap corruption", "double free or corruption (!prev)"),
        ("free(): double free detected in tcache 2", "heap corruption", "free(): double free detected in tcache 2"),
        ("free(): invalid pointer", "heap corruption", "free(): invalid pointer"),
        ("python: src/grid.cpp:12: void fill(int): Assertion `n > 0' failed.", "Assertion", "n > 0"),
        ("Windows fatal exception: access violation", "Windows fatal exception", "access violation"),
    ],
)
def test_crashes_of_one_line(line: str, exception: str, message: str) -> None:
    crash = one(f"step 3\n{line}\nAborted (core dumped)\n")
    assert (crash.exception, crash.message, crash.frames) == (exception, message, ())


def test_lines_after_a_message_without_a_stack_are_not_swallowed() -> None:
    crash, other = read(
        "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  no\n"
        'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\nValueError: x\n'
    )
    assert (crash.exception, crash.message) == ("std::bad_alloc", "no")
    assert other.exception == "ValueError"


def test_a_stack_with_symbols() -> None:
    crash = one("""\
terminate called after throwing an instance of 'c10::Error'
  what():  no grid
Exception raised from meta at ../aten/src/ATen/native/LinearAlgebra.cpp:204 (most recent call first):
C++ CapturedTraceback:
#4 c10::detail::torchCheckFail(char const*, unsigned int) from ??:0
#19 method_vectorcall_VARARGS_KEYWORDS from Objects/descrobject.c:364
""")
    assert [(f.file, f.line, f.function) for f in crash.frames] == [
        ("Objects/descrobject.c", 364, "method_vectorcall_VARARGS_KEYWORDS"),
        ("??", None, "c10::detail::torchCheckFail(char const*, unsigned int)"),
    ]
    assert fault_frame(crash) is None


def test_a_message_of_two_lines_before_the_stack_of_python() -> None:
    crash = one("""\
terminate called after throwing an instance of 'std::runtime_error'
  what():  the grid is empty
fill it first
Fatal Python error: Aborted

Current thread 0x00007f02 (most recent call first):
  File "/home/kim/train.py", line 4 in step
""")
    assert crash.message == "the grid is empty\nfill it first"


def test_what_follows_a_message_is_its_own_only_with_a_stack() -> None:
    crash = one("terminate called after throwing an instance of 'E'\n  what():  no\nstep 3 loss 1\nstep 4 loss 1\n")
    assert (crash.message, crash.end_line) == ("no", 2)


def test_an_abort_is_no_failure_by_itself() -> None:
    assert read(MPI.replace("Segmentation fault (11)", "Aborted (6)")) == []


@pytest.mark.parametrize(
    "line",
    [
        "IndexKernel.cu:1146: block: [58,0,0], thread: [21,0,0] Assertion `srcIndex < srcSelectDimSize` failed.",
        "no signal was received by PID 12",
        "Check failed tests in the report",
    ],
)
def test_what_only_looks_like_a_crash(line: str) -> None:
    assert read(line) == []


def test_a_crashed_thread_s_stack_is_found_after_another_s() -> None:
    text = """\
Fatal Python error: Segmentation fault

Thread 0x00007f01 (most recent call first):
  File "/usr/lib/python3.11/threading.py", line 324 in wait
  File "/home/kim/loader.py", line 9 in work

Current thread 0x00007f02 (most recent call first):
  File "/home/kim/train.py", line 4 in touch
  File "/home/kim/train.py", line 7 in <module>
"""
    assert [f.line for f in one(text).frames] == [7, 4]


@pytest.mark.parametrize(
    ("file", "own"),
    [
        ("/opt/venv/lib/libc10.so", False),
        ("/lib/x86_64-linux-gnu/libstdc++.so.6", False),
        ("<native>", False),
        ("??", False),
        ("python3.11", False),
        ("/usr/bin/python3", False),
        ("csrc/fill.cpp", False),
        ("C:\\Program Files\\Maps\\tool.py", False),
        ("/tmp/__autograph_generated_file2cz.py", False),
        ("/home/kim/sources/train.py", True),
        ("/home/kim/python/train.py", True),
    ],
)
def test_native_frames_are_not_the_user_s(file: str, own: bool) -> None:
    assert is_user_frame(Frame(file, 3, "f", None, 1)) is own
