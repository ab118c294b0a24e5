"""Hides secrets, names and addresses in whatever leaves the user's own screen: copies, exports, reports.

The one place that knows what is private in a log. Text stays readable: what is hidden leaves a word in angle brackets,
the same for the same thing within a report. Imports nothing but the model.
"""

from rootrank.masking.context import Context
from rootrank.masking.document import hidden_in, mask_document, strings
from rootrank.masking.kinds import ALL, KINDS, Hidden, Kind, kinds_of, sentence
from rootrank.masking.masker import Masked, mask

__all__ = [
    "ALL",
    "KINDS",
    "Context",
    "Hidden",
    "Kind",
    "Masked",
    "hidden_in",
    "kinds_of",
    "mask",
    "mask_document",
    "sentence",
    "strings",
]
