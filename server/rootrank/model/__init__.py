"""Frozen data that every other package speaks in: log text, findings, and the diagnosis document.

No behaviour lives here, and nothing is imported from the rest of the package.
"""
