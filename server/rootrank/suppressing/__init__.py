"""What the user muted: an entry in a folder, or one finding, with a reason and an optional end.

Kept in a file of the workspace, `.rootrank/suppressed.json`, that the editor and the command line share and that can
be committed. Knows documents and no front end.
"""

from rootrank.suppressing.applying import apply_suppressions
from rootrank.suppressing.file import FILE, Suppression, SuppressionsError, add, finding_key, read, remove

__all__ = [
    "FILE",
    "Suppression",
    "SuppressionsError",
    "add",
    "apply_suppressions",
    "finding_key",
    "read",
    "remove",
]
