"""The command line: decode the arguments, call the engine, print the answer.

The answer goes to stdout, everything else to stderr. Each command is a module that is imported only when it runs, so
that ``--help`` and ``--version`` answer at once.
"""
