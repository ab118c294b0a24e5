"""Rootrank: why a machine-learning run failed, which rank failed first, and the edit that fixes it."""

__version__ = "0.1.0"
