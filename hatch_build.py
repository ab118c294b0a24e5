"""Compiles the rulebook into the package when a wheel (also an editable one) is built."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileRulebook(BuildHookInterface):  # type: ignore[type-arg]
    """Writes ``rootrank/rulebook/data/`` from ``rules/``."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  (hatchling's signature)
        """Compiles the rulebook; a broken rule file stops the build."""
        root = Path(self.root)
        sys.path.insert(0, str(root / "server"))
        from rootrank.rulebook.compile import compile_rulebook  # noqa: PLC0415  (the package is found only now)

        compile_rulebook(root / "rules", root / "server" / "rootrank" / "rulebook" / "data")
