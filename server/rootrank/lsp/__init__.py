"""The language server: decodes requests, calls the engine, encodes answers. The only package that imports pygls."""
