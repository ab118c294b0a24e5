"""What README and docs say is what there is."""

import importlib.util
import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def load(name: str):
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_settings_table_is_current() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert load("readme_settings").renewed(readme) == readme, "run `python scripts/readme_settings.py`"


def test_every_link_to_a_file_leads_somewhere() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
    for page in pages:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} links to {target}"
    assert len(pages) >= 4


def test_every_make_target_that_is_named_exists() -> None:
    targets = set(
        re.findall(r"^([a-z-]+(?: [a-z-]+)*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    )
    known = {name for group in targets for name in group.split()}
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for name in re.findall(r"`?make ([a-z-]+)`", page.read_text(encoding="utf-8")):
            assert name in known, f"{page.name} names make {name}"


def test_the_repository_speaks_only_of_the_project() -> None:
    names = ("/wo" + "rk/", "/tmp" + "/w/", "py" + "pi.org", "npm" + "js.org", "deb" + "ian.org")
    words = re.compile("|".join(map(re.escape, names)), re.IGNORECASE)
    for folder in ("server", "rules", "extension", "scripts", "docs", "tests", "benchmarks", "requirements", ".ci"):
        for path in (ROOT / folder).rglob("*"):
            if (
                path.is_file()
                and path.suffix not in {".png", ".ttf"}
                and not {"node_modules", "__pycache__", "dist"} & set(path.parts)
            ):
                text = path.read_text(encoding="utf-8", errors="replace")
                found = words.search(text)
                assert found is None, f"{path}: {found[0]}"


def test_the_version_is_the_same_in_the_extension_and_the_package() -> None:
    import rootrank

    assert json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["version"] == rootrank.__version__
