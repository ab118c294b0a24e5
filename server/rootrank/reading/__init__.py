"""Text to records, tracebacks and metrics: knows the formats of logs, and no entry of the rulebook.

Every reader takes records one by one and keeps its own state, so that blocks, growing files and interleaved ranks
need no second code path.
"""
