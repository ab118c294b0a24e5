"""The reduce: findings in, hypotheses with evidence, confidence and missing facts out.

Knows no front end and no format of a log; asks the user's code through ``sources``.
"""

from rootrank.diagnosis.diagnose import Diagnosis, diagnose
from rootrank.diagnosis.judged import Judged

__all__ = ["Diagnosis", "Judged", "diagnose"]
