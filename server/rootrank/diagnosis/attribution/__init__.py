"""Which rank failed first, which ranks failed because of it, and how sure that is. Needs no entry of the rulebook."""

from __future__ import annotations

from rootrank.diagnosis.attribution.attributing import SUFFERED, Attribution, attribute
from rootrank.diagnosis.attribution.recorded import with_recorder

__all__ = ["SUFFERED", "Attribution", "attribute", "with_recorder"]
