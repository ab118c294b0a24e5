"""Fixes as edits of the user's code, the command that proves one, and what its outcome was.

Knows entries and code, and no log: what was seen comes in by name. Must not import diagnosis, presenting or a front
end.
"""

from rootrank.fixing.applying import FixRefused, apply_fix, fix_diff
from rootrank.fixing.building import build_fixes
from rootrank.fixing.judging import judge_outcome
from rootrank.fixing.verifying import verification

__all__ = ["FixRefused", "apply_fix", "build_fixes", "fix_diff", "judge_outcome", "verification"]
