"""The diagnosis document as a person or a program reads it: JSON, its schema, the terminal card, Markdown.

Pure functions: a document in, text out. Nothing here reads a file, knows a front end or runs a command.
"""
