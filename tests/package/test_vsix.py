"""What ships is what is tested: the packed extensions, unpacked into an awkward folder, bring all that they need.

They are built here, or taken from ``ROOTRANK_VSIX`` (paths, separated as in PATH).
"""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
LOG = ROOT / "docs" / "demo" / "sqrt-at-zero.log"
MOST_BYTES = {"linux-x64": 30_000_000, "universal": 5_000_000}
LIBRARIES = (
    *("_yaml", "attr", "attrs", "cattr", "cattrs", "exceptiongroup", "lsprotocol", "markdown_it", "mdurl", "pygls"),
    *("pygments", "rich", "typing_extensions.py", "yaml"),
)
PYTHONS = ("cp310", "cp311", "cp312", "cp313", "cp314")
MINE = f"cp{sys.version_info[0]}{sys.version_info[1]}"
ALLOWED = re.compile(
    r"\[Content_Types\]\.xml|extension\.vsixmanifest|extension/("
    r"package(\.nls)?\.json|readme\.md|changelog\.md|LICENSE\.txt|ThirdPartyNotices\.txt|extension/media/icon\.png|"
    r"syntaxes/[\w.-]+\.json|rules/entry\.schema\.json|"
    r"build/extension/(extension\.js|panel\.js|panel\.css|codicon\.ttf)|"
    r"server/rootrank/([\w/]+\.py|py\.typed|rulebook/data/rulebook-[0-9a-f]+\.json)|"
    rf"bundled/libs/(?:{'|'.join(map(re.escape, LIBRARIES))})(/[^/]+)*|"
    rf"bundled/hyperscan/(?:{'|'.join(PYTHONS)})/hyperscan/([\w.-]+\.so|\w+\.py|py\.typed)|bundled/bin/ast-grep)"
)
TIMEOUT_S = 500


def built() -> list[Path]:
    given = os.environ.get("ROOTRANK_VSIX")
    if given:
        return [Path(name) for name in given.split(os.pathsep)]
    if not (ROOT / "node_modules" / ".bin" / "vsce").exists():
        pytest.skip("node_modules are not installed: scripts/setup-node.sh (2026-12-01)")
    done = subprocess.run(["scripts/package-vsix.sh"], cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    return sorted((ROOT / "dist").glob("rootrank-*.vsix"))


@pytest.fixture(scope="session")
def packages() -> dict[str, Path]:
    found = {path.name.removeprefix("rootrank-").rpartition("-")[0]: path for path in built()}
    assert set(MOST_BYTES) <= set(found), f"packages for {', '.join(MOST_BYTES)} are tested; there are {sorted(found)}"
    return found


@pytest.fixture(scope="session", params=MOST_BYTES)
def platform(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="session")
def unpacked(packages: dict[str, Path], platform: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The extension's folder, with the modes that VS Code restores."""
    home = tmp_path_factory.mktemp(platform) / "Kim Müller's extensions"
    with zipfile.ZipFile(packages[platform]) as archive:
        for item in archive.infolist():
            path = Path(archive.extract(item, home))
            path.chmod(item.external_attr >> 16 & 0o777 or 0o644)
    return home / "extension"


@pytest.mark.timeout(TIMEOUT_S)
def test_it_holds_what_is_listed_and_no_more(packages: dict[str, Path], platform: str) -> None:
    path = packages[platform]
    assert path.stat().st_size <= MOST_BYTES[platform]
    names = zipfile.ZipFile(path).namelist()
    assert [name for name in names if not ALLOWED.fullmatch(name)] == []
    assert len([name for name in names if "/rulebook/data/" in name]) == 1
    for name in LIBRARIES:
        assert any(n.startswith(f"extension/bundled/libs/{name}") for n in names), name
    native = {n.split("/")[3] for n in names if n.startswith("extension/bundled/hyperscan/")}
    assert native == (set() if platform == "universal" else set(PYTHONS))
    assert ("extension/bundled/bin/ast-grep" in names) == (platform != "universal")
    binaries = [n for n in names if n.endswith((".so", ".pyd")) and "/hyperscan/" not in n]
    assert binaries == []


@pytest.mark.timeout(TIMEOUT_S)
def test_its_manifest_names_its_platform_and_needs_nothing(unpacked: Path, platform: str) -> None:
    manifest = json.loads((unpacked / "package.json").read_text(encoding="utf-8"))
    assert not {"scripts", "dependencies", "devDependencies"} & set(manifest)
    assert (unpacked / manifest["main"]).is_file()
    assert all((unpacked / offer["url"]).is_file() for offer in manifest["contributes"]["yamlValidation"])
    stated = re.search(r'TargetPlatform="([^"]+)"', (unpacked.parent / "extension.vsixmanifest").read_text())
    assert (stated.group(1) if stated else "universal") == platform
    notices = (unpacked / "ThirdPartyNotices.txt").read_text(encoding="utf-8")
    for name in ("attrs", "cattrs", "pygls", "lsprotocol", "rich", "PyYAML", "vscode-languageclient"):
        assert re.search(rf"^- {name} \d", notices, re.MULTILINE), name
    assert ("- hyperscan " in notices) == (platform != "universal")


@pytest.mark.timeout(TIMEOUT_S)
def test_each_library_can_be_imported_from_it_alone(unpacked: Path, platform: str) -> None:
    libraries = unpacked / "bundled" / "libs"
    compiled = unpacked / "bundled" / "hyperscan" / MINE
    names = [name.removesuffix(".py") for name in LIBRARIES if name != "_yaml"]
    if platform != "universal":
        names.append("hyperscan")
    # -S and -I: no site-packages, no environment, no working folder.
    code = (
        f"import sys, importlib; sys.path[:0] = {[str(unpacked / 'server'), str(libraries), str(compiled)]!r}\n"
        f"for name in {['rootrank.api', 'rootrank.lsp.server', 'rootrank.cli.main', *names]!r}:\n"
        f"    module = importlib.import_module(name)\n"
        f"    assert module.__file__.startswith({str(unpacked)!r}), module.__file__\n"
        "import yaml; assert yaml.safe_load('a: [1]') == {'a': [1]}; assert not yaml.__with_libyaml__"
    )
    done = subprocess.run([sys.executable, "-S", "-I", "-B", "-c", code], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.timeout(TIMEOUT_S)
def test_its_server_diagnoses_as_the_extension_starts_it(unpacked: Path, platform: str, tmp_path: Path) -> None:
    if not (ROOT / "node_modules" / "esbuild").exists():
        pytest.skip("node_modules are not installed: scripts/setup-node.sh (2026-12-01)")
    ours = shutil.which("node") or "node"
    version = ".".join(map(str, sys.version_info[:3]))
    script = ROOT / "extension" / "scripts" / "server-command.mjs"
    how = json.loads(subprocess.check_output([ours, str(script), str(unpacked), version], text=True))
    # -S, and not the environment of the tests: libraries and ast-grep must be the package's.
    command = [str(Path(sys.executable).resolve()), "-S", *how["arguments"]]
    env = {**how["env"], "HOME": str(tmp_path), "PATH": os.defpath}
    project = tmp_path / "project"
    project.mkdir()
    root = {"processId": os.getpid(), "capabilities": {}, "rootUri": project.as_uri()}
    asked = [
        {"id": 1, "method": "initialize", "params": root},
        {"method": "initialized", "params": {}},
        {"id": 2, "method": "rootrank/status", "params": {}},
        {"id": 3, "method": "rootrank/diagnose", "params": {"path": str(LOG), "origin": "file"}},
    ]
    answers = answered(command, env, how["cwd"], asked)
    status, diagnosis = answers[2], answers[3]
    assert status["scan"] == ("fallback" if platform == "universal" else "hyperscan")
    assert status["codeQuestions"] is (platform != "universal")
    assert bool(status["problems"]) is (platform == "universal")
    assert diagnosis["document"]["diagnoses"][0]["rule"] == "numerics/sqrt-at-zero"


def answered(command: list[str], env: dict[str, str], cwd: str, asked: list[dict[str, Any]]) -> dict[int, Any]:
    """Speaks to a server and returns its results by id, once all are there."""
    with subprocess.Popen(
        command, env=env, cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        results: dict[int, Any] = {}
        try:
            for one in asked:
                send(server.stdin, one)
            wanted = {one["id"] for one in asked if "id" in one}
            while wanted - set(results):
                length = 0
                while line := server.stdout.readline().strip():
                    if line.lower().startswith(b"content-length:"):
                        length = int(line.split(b":")[1])
                assert length, server.stderr.read().decode()[-2000:]
                message = json.loads(server.stdout.read(length))
                if "method" in message and "id" in message:  # a question of the server: it gets an empty answer
                    send(server.stdin, {"id": message["id"], "result": None})
                elif "id" in message:
                    assert "error" not in message, message
                    results[message["id"]] = message["result"]
        finally:
            server.kill()
    return results


def send(stream: Any, message: dict[str, Any]) -> None:
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    stream.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
    stream.flush()
