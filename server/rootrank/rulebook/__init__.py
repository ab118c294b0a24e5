"""The rulebook: entries under ``rules/``, checked, compiled to one file, and loaded from it.

Knows the YAML, and no log. At run time only the compiled file is read (``store``); PyYAML is needed by ``source``
alone.
"""
