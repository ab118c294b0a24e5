"""Runs the command line: ``python -m rootrank``."""

from __future__ import annotations

import sys

from rootrank.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
