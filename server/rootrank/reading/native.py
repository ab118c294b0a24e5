"""Native crashes: C++ exceptions that nobody caught, signals, failed checks, with the stack of C++ calls they print.

What begins a crash is one item in ``_BEGINNINGS``, a spelling of a native frame one in ``_FRAMES``. The stack of
Python calls that faulthandler prints when the process aborts belongs to the crash: it holds the user's line.
"""

from __future__ import annotations

from rootrank.model.log import Frame, Record, Traceback
from rootrank.reading import crashes
from rootrank.reading.assembling import assembled
from rootrank.reading.later import later
from rootrank.reading.plain import HEADER

ANCHORS = (
    "terminate called",
    "terminating due to uncaught exception",
    "terminating with uncaught exception",
    "Process received signal",
    "received by PID",
    "received signal SIG",
    "Caught signal ",
    "Check failed: ",
    "C++ Traceback",
    "' failed.",
    "double free or corruption",
    "free(): ",
    "alloc(): ",
    "munmap_chunk(): ",
    "malloc_consolidate(): ",
    "corrupted size vs. prev_size",
    "stack smashing detected",
    "buffer overflow detected",
)

_BEGINNINGS = (
    later(r"terminate called after throwing an instance of '(?P<type>[^']+)'"),
    later(r"terminate called without an active (?P<terminate>exception)"),
    later(r"terminating (?:due to|with) uncaught exception of type (?P<type>\w+(?:::\w+)*)(?:: (?P<message>.*))?"),
    later(r"\*\*\* Process received signal \*\*\*"),  # Open MPI
    later(r"\*\*\* (?P<signal>SIG[A-Z]+) \((?P<message>@?0x[0-9a-f]+)\) received by PID \d+"),  # glog
    later(r"\*\*\* Signal \d+ \((?P<signal>SIG[A-Z]+)\) \((?P<message>0x[0-9a-f]+)\) received by PID"),  # folly
    later(r"received signal (?P<signal>SIG[A-Z]+), (?P<message>.*?)\.?$"),  # gdb
    later(r"Caught signal (?P<number>\d+) \((?P<message>.*)\)$"),  # UCX
    later(r"(?:^|\] ?)(?P<check>Check failed): (?P<message>.*)"),  # glog, TensorFlow, XLA
    later(r"^C\+\+ Traceback \(most recent call last\):"),  # PaddlePaddle
    later(r"\S: (?P<place>[^\s:]+:\d+): .{1,400}: (?P<check>Assertion) `(?P<message>.*)' failed\.$"),  # assert()
    later(
        r"^(?P<heap>(?:double free or corruption|corrupted size vs\. prev_size"
        r"|(?:free|malloc|realloc|munmap_chunk|malloc_consolidate)\(\): [a-z]"
        r"|\*\*\* (?:stack smashing|buffer overflow) detected).*)"
    ),
)
_SIGNALS = {4: "SIGILL", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE", 11: "SIGSEGV"}
_FILE = r"(?P<file>[^()\[\]\s]+)"
_FRAMES = (
    # as c10 prints it, frame #1: c10::Error::Error(…) + 0x57 (0x7f0a in /opt/…/libc10.so)
    later(rf"frame #\d+: (?P<function>.+?)(?: \+ (?:0x)?[0-9a-f]+)? \(0x[0-9a-f]+ in {_FILE}\)"),
    # c10 with symbols, #7 at::meta::structured_mm::meta(at::Tensor const&) from LinearAlgebra.cpp:204
    later(r"#\d+ (?P<function>.+) from (?P<file>\S+?):(?P<line>\d+)$"),
    # Open MPI and backtrace(3), [ 1] /opt/…/libnccl.so.2(ncclSend+0x3a)[0x7f0a]
    later(rf"(?:\[ ?\d+\]|\d+:?)? *{_FILE}\((?P<function>[^()+]*)(?:\+0x[0-9a-f]+)?\) ?\[0x[0-9a-f]+\]"),
    # UCX, 1 0x0000000000043090 killpg()  ???:0
    later(r"\d+ +0x[0-9a-f]+ (?P<function>[^\s(]+)(?:\(.*\))? +(?P<file>\S+?):(?P<line>\d+)$"),
    # gdb and LLVM, #1  0x00007f0a in at::native::add (self=…) at add.cpp:12
    later(
        r"#\d+ +(?:0x[0-9a-f]+ )?(?:in )?(?P<function>[^\s(][^(]*?) ?\(.*\)"
        r"(?: (?:at|from) (?P<file>\S+?)(?::(?P<line>\d+))?)?$"
    ),
    # glog and backward-cpp, @     0x7f0a google::LogMessage::Fail()
    later(r"@ +0x[0-9a-f]+ +(?:\(?(?P<file>unknown)\)|(?P<function>.+))$"),
)
_PADDLE_FRAME = later(r"\d+ +(?P<function>\S.*)$")
_PADDLE_ERROR = later(r"(?P<type>[A-Z]\w*Error): (?P<message>.*)")
_HANDLER = later(r"\[[\w.-]+:\d+(?::\d+:\d+)?\] ?")
"""The name that Open MPI and UCX put before each line."""
_WHAT = later(r"\s*what\(\): +(?P<message>.*)")
_SIGNAL = later(r"Signal: (?P<what>.+) \((?P<number>\d+)\)$")
_SIGNAL_CODE = later(r"(?:Signal code|Failing at address): ")
_STACK_BEGINS = later(
    r"Exception raised from .*\(most recent call first\):$|\*\*\* Check failure stack trace|Stack trace:"
)
_BETWEEN = later(
    r"C\+\+ CapturedTraceback:|(?:\*\*\* )?Aborted at|PC: @|={3,}|-{3,}|Error Message Summary:|\[(?:Time|Signal)Info: "
    r"|stack trace:"
)
_ENDS = later(r"\*\*\* End of error message|Aborted\b|.*\(core dumped\)")
_ELSE = later(r"(?:^|\s)(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Interrupt|Exit)\b")
_NATIVE = later(r"\w+(?:::\w+)+$|SIG[A-Z]+$|heap corruption$|Check failed$|Assertion$|(?:Fatal Python|Windows fatal)")
MESSAGE_LINES = 8
"""Lines that a C++ message may have before its stack; c10's advice on CUDA errors has four."""


def opened(record: Record) -> OpenedNative | None:
    """Returns the crash that this line begins, if it begins one."""
    for beginning in _BEGINNINGS:
        match = beginning.search(record.text)
        if match:
            return OpenedNative(record, match.groupdict())
    return None


def is_native(traceback: Traceback) -> bool:
    """Whether a traceback is of a crash in native code, so that no Python exception tells of it."""
    return bool(_NATIVE.match(traceback.exception or ""))


class OpenedNative:
    """A native crash that is being read."""

    part: str | None = None

    def __init__(self, first: Record, said: dict[str, str | None]) -> None:
        self._first, self._last = first, first
        self._type = said.get("type") or said.get("signal") or said.get("check") or _by_number(said.get("number"))
        self._message = [said.get("message") or said.get("heap") or ""]
        if said.get("terminate"):
            self._type, self._message = "std::terminate", ["called without an active exception"]
        if said.get("heap"):
            self._type = "heap corruption"
        self._paddle = first.text.startswith("C++ Traceback")
        self._frames: list[Frame] = []
        self._unsure: list[str] = []
        self._python: crashes.OpenedCrash | None = None
        self._ended = False

    def take(self, record: Record) -> bool:
        """Adds a record; False when it doesn't belong to the crash any more."""
        if self._python is not None:
            taken = self._python.take(record)
            self._last = record if taken and record.text.strip() else self._last
            return taken
        self._python = crashes.opened(record)
        if self._python is not None:
            self._message += self._unsure
            self._last = record
            return True
        text = _HANDLER.sub("", record.text, count=1).strip()
        if self._ended or HEADER in text.replace("C++ Traceback", ""):
            return not text
        if _ENDS.match(text):
            self._ended, self._last = True, record
            return True
        if not text:
            return True
        if self._take_stack(text, record) or self._take_words(text):
            self._last = record
            return True
        return self._take_unsure(text)

    def _take_stack(self, text: str, record: Record) -> bool:
        if _STACK_BEGINS.match(text):
            self._message += self._unsure  # so those lines were the message's
            self._unsure = []
            return True
        patterns = (*_FRAMES, _PADDLE_FRAME) if self._paddle else _FRAMES
        match = next((m for m in (pattern.match(text) for pattern in patterns) if m), None)
        if match is None:
            return bool(_BETWEEN.match(text))
        found = match.groupdict()
        line = found.get("line")
        file, function = found.get("file") or "<native>", found.get("function") or None
        self._frames.append(Frame(file, int(line or 0) or None, function, None, record.line))
        return True

    def _take_words(self, text: str) -> bool:
        """Takes what the exception, the signal's handler or PaddlePaddle's summary says."""
        what, signal, error = _WHAT.match(text), _SIGNAL.match(text), _PADDLE_ERROR.match(text)
        if what:
            self._message = [what["message"]]
        elif signal:
            self._type, self._message = _by_number(signal["number"]), [signal["what"]]
        elif error and self._paddle:
            self._type, self._message = error["type"], [error["message"]]
        elif _SIGNAL_CODE.match(text):
            self._message.append(text)
        else:
            return False
        return True

    def _take_unsure(self, text: str) -> bool:
        """Takes lines that are the message's if a stack follows, and something else's if none does."""
        if self._frames or not self._message[0] or len(self._unsure) >= MESSAGE_LINES or _ELSE.search(text):
            return False
        self._unsure.append(text)
        return True

    def built(self) -> Traceback | None:
        """Returns the crash, its Python calls outside its native ones; None when it is but a stack of abort()."""
        python = self._python.built() if self._python is not None else None
        if self._type is None or self._type == "SIGABRT":
            return python
        return assembled(
            self._first,
            self._last,
            (*(python.frames if python else ()), *reversed(self._frames)),
            exception=self._type,
            message="\n".join(self._message),
            said=self._first,
            truncated=False,
        )


def _by_number(number: str | None) -> str | None:
    return _SIGNALS.get(int(number), f"signal {number}") if number else None
