"""Writes the settings table of README.md from the extension's manifest, or prints it with --print."""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
START, END = "<!-- settings: python scripts/readme_settings.py -->\n", "<!-- end of settings -->"


def table() -> str:
    """Returns the table's rows."""
    manifest = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    texts = json.loads((ROOT / "package.nls.json").read_text(encoding="utf-8"))
    configuration = manifest["contributes"]["configuration"]
    groups = configuration if isinstance(configuration, list) else [configuration]
    rows = ["| setting | default | meaning |", "|---|---|---|"]
    for group in groups:
        for name, setting in group["properties"].items():
            said = setting.get("markdownDescription") or setting.get("description", "")
            meaning = texts.get(said.strip("%"), said).replace("\n", " ").replace("|", "\\|")
            rows.append(f"| `{name}` | `{json.dumps(setting['default'])}` | {meaning} |")
    return "\n".join(rows) + "\n"


def renewed(readme: str) -> str:
    """Returns the README with the table between its marks."""
    before, rest = readme.split(START)
    return before + START + table() + END + rest.split(END, 1)[1]


if __name__ == "__main__":
    if "--print" in sys.argv:
        sys.stdout.write(table())
    else:
        path = ROOT / "README.md"
        path.write_text(renewed(path.read_text(encoding="utf-8")), encoding="utf-8")
