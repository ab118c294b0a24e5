"""What every ring's tests share."""

from __future__ import annotations

import signal

# A shell starts background jobs with SIGINT ignored, and programs inherit that: no Ctrl-C would reach what is tested.
signal.signal(signal.SIGINT, signal.default_int_handler)
