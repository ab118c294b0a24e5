"""Judges flight-recorder dumps of several ranks: which ranks the others waited for, where, and what proves it.

Pure: dumps in, verdict out. Knows nothing of logs and of the rulebook.
"""

from rootrank.diagnosis.recorder.judging import judge
from rootrank.diagnosis.recorder.verdict import (
    Certainty,
    Kind,
    RecorderEvidence,
    RecorderOperation,
    RecorderVerdict,
)

__all__ = ["Certainty", "Kind", "RecorderEvidence", "RecorderOperation", "RecorderVerdict", "judge"]
