"""The command line over a rulebook of the tests' own: ``driver.py RULEBOOK_FOLDER ARGUMENTS…``."""

from __future__ import annotations

import sys
from pathlib import Path

from rootrank.cli.main import main
from rootrank.rulebook import store

if __name__ == "__main__":
    store.open_rulebook.__defaults__ = (Path(sys.argv[1]),)
    sys.exit(main(sys.argv[2:]))
