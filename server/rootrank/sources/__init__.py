"""The user's code: the file behind a frame of a traceback, and questions on its syntax tree.

Knows code and no log. Nothing is read outside the folders and unsaved texts that a ``Workspace`` was given, and
nothing is ever imported or run.
"""

from rootrank.sources.asking import BadRule, Match, Question, ask, code_questions_available
from rootrank.sources.functions import enclosing_function
from rootrank.sources.locating import Ambiguous, Located
from rootrank.sources.workspace import Workspace

__all__ = [
    "Ambiguous",
    "BadRule",
    "Located",
    "Match",
    "Question",
    "Workspace",
    "ask",
    "code_questions_available",
    "enclosing_function",
]
