"""Reads one YAML file into plain data that remembers where each key stands.

The only module that imports PyYAML; nothing on the way of a diagnosis from the shipped rulebook imports it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from attrs import frozen

from rootrank.rulebook.problem import Problem

Mark = tuple[int, int]
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@frozen
class Source:
    """Plain data of a YAML file and the place of every key and item in it."""

    file: str
    data: Any
    marks: dict[str, Mark]
    """Key path → (line, column), both 1-based. List items are ``path[0]``."""

    def place(self, path: str) -> Mark:
        """Returns the place of a key, or of the nearest key around it that exists."""
        while path and path not in self.marks:
            path = path[: max(path.rfind("."), path.rfind("["), 0)]
        return self.marks.get(path, (1, 1))


def read_yaml(path: Path) -> tuple[Source | None, list[Problem]]:
    """Reads a YAML file.

    Returns:
        The source, or None when it can't be read, and the problems met (also keys given twice).
    """
    name = str(path)
    try:
        text = path.read_text(encoding="utf-8")
        node = yaml.compose(text, Loader=_Loader)
    except UnicodeDecodeError as error:
        return None, [Problem(name, 1, 1, None, "", f"not UTF-8 text: {error.reason} at byte {error.start}")]
    except OSError as error:
        return None, [Problem(name, 1, 1, None, "", f"can't be read: {error.strerror}")]
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        return None, [Problem(name, *place, None, "", f"not valid YAML: {error.problem or error.context}")]
    except yaml.YAMLError as error:
        return None, [Problem(name, 1, 1, None, "", f"not valid YAML: {error}")]
    if node is None:
        return None, [Problem(name, 1, 1, None, "", "the file is empty")]
    marks: dict[str, Mark] = {}
    problems: list[Problem] = []
    data = _plain(node, "", marks, problems, name)
    return Source(name, data, marks), problems


def _plain(node: Any, path: str, marks: dict[str, Mark], problems: list[Problem], file: str) -> Any:
    """Builds plain data from a node, noting the place of each key and each key that stands twice."""
    marks.setdefault(path, (node.start_mark.line + 1, node.start_mark.column + 1))
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item, f"{path}[{i}]", marks, problems, file) for i, item in enumerate(node.value)]
    if not isinstance(node, yaml.MappingNode):
        return _scalar(node)
    out: dict[str, Any] = {}
    for key_node, value_node in node.value:
        key = str(_scalar(key_node)) if isinstance(key_node, yaml.ScalarNode) else "?"
        inner = f"{path}.{key}" if path else key
        place = (key_node.start_mark.line + 1, key_node.start_mark.column + 1)
        if key in out:
            problems.append(Problem(file, *place, None, inner, "this key stands twice"))
        marks[inner] = place
        out[key] = _plain(value_node, inner, marks, problems, file)
    return out


def _scalar(node: Any) -> Any:
    """Returns a scalar's value by YAML's own typing rules; dates stay text."""
    if node.tag == "tag:yaml.org,2002:timestamp":
        return node.value
    loader = _Loader("")
    try:
        return loader.construct_object(node)
    finally:
        loader.dispose()
