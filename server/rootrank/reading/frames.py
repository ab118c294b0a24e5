"""Tells a user's own code from libraries' in the frames of a traceback, by the path alone.

The path may be of another machine, so nothing is looked up on this one.
"""

from __future__ import annotations

import re

from rootrank.model.log import Frame, Traceback

_LIBRARY = re.compile(
    r"(^|/)(site-packages|dist-packages)/"
    r"|(^|/)lib/(python|pypy)\d[\d.]*/"
    r"|(^|/)Lib/[^/]+\.py$"  # Windows' standard library
    r"|(^|/)Program Files( \(x86\))?/"
    r"|\.(pyx|pxi|pxd)$"  # Cython
    r"|(^|/)__autograph_generated_file"  # TensorFlow's own spelling of the user's function
    r"|\.(so|dylib|dll|pyd)(\.[\d.]+)?$|\.(c|cc|cpp|cxx|cu|cuh|h|hpp|S)$"  # native frames
    r"|^(<native>|unknown|\?\?\??|.*/?python[\d.]*)$"
    r"|^<(frozen|string|__array_function__|decorator-gen|attrs generated)"
    r"|(^|/)bin/[^/.]+$"  # launchers' entry points: bin/torchrun, bin/accelerate
    r"|(^|/)torch/(nn|autograd|optim|utils|distributed|_tensor|amp|cuda|_dynamo|_inductor)/"
)


def is_user_frame(frame: Frame) -> bool:
    """Whether a frame stands in the user's own code rather than in a library or in Python's."""
    return not _LIBRARY.search(frame.file.replace("\\", "/"))


def user_frame(traceback: Traceback) -> Frame | None:
    """Returns the innermost frame of the user's own code; None when every frame is a library's.

    One that shows its source line comes before one that can't (code given to ``exec``).
    """
    own = [f for f in reversed(traceback.frames) if is_user_frame(f)]
    return next((f for f in own if f.text is not None or not f.file.startswith("<")), own[0] if own else None)


def fault_frame(traceback: Traceback) -> Frame | None:
    """Returns the line to look at first: the user's innermost one, in anomaly mode that of the forward call.

    Of an exception raised from another, the other's line: it is what went wrong first.
    """
    if traceback.cause is not None:
        frame = fault_frame(traceback.cause)
        if frame is not None:
            return frame
    if traceback.forward is not None:
        frame = user_frame(traceback.forward)
        if frame is not None:
            return frame
    return user_frame(traceback)


def script_frame(traceback: Traceback) -> Frame | None:
    """Returns the frame of the script that was started: the outermost module-level one of the user's."""
    return next((f for f in traceback.frames if f.function == "<module>" and is_user_frame(f)), None)
