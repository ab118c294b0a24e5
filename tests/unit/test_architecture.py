"""A package imports only packages earlier in the list, and only the language server knows LSP."""

import ast
from pathlib import Path

import pytest

SERVER = Path(__file__).parents[2] / "server" / "rootrank"
ORDER = [
    "model",
    "scanning",
    "reading",
    "rulebook",
    "sources",
    "environment",
    "matching",
    "diagnosis",
    "fixing",
    "masking",
    "presenting",
    "suppressing",
    "history",
    "running",
    "api",
    "cases",
    "lsp",
    "cli",
    "mcp",
    "__main__",
]
FRONT_ENDS = {"lsp", "cli", "mcp"}


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def package_of(path: Path) -> str:
    return path.relative_to(SERVER).parts[0].removesuffix(".py")


MODULES = [p for p in sorted(SERVER.rglob("*.py")) if package_of(p) != "__init__"]


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(SERVER)))
def test_imports_only_earlier_packages(path: Path) -> None:
    own = package_of(path)
    assert own in ORDER, f"{own} is not in the list: put it where it belongs"
    used = {name.split(".")[1] for name in imports(path) if name.startswith("rootrank.")} - {"__version__", own}
    later = {name for name in used if ORDER.index(name) > ORDER.index(own)}
    assert not later
    assert own not in FRONT_ENDS or not (used & FRONT_ENDS) or path.name in ("serve.py", "__main__.py", "main.py")


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(SERVER)))
def test_only_the_language_server_imports_lsp_libraries(path: Path) -> None:
    libraries = {name.split(".")[0] for name in imports(path)}
    if package_of(path) != "lsp":
        assert not libraries & {"pygls", "lsprotocol"}
    if package_of(path) != "rulebook":
        assert "yaml" not in libraries


def test_nothing_reaches_for_the_network_or_a_pickle() -> None:
    forbidden = ("pickle", "socket", "urllib.request", "http", "requests", "ssl", "ftplib", "marshal", "shelve")
    for path in MODULES:
        for name in imports(path):
            assert not any(name == bad or name.startswith(f"{bad}.") for bad in forbidden), f"{path} imports {name}"
