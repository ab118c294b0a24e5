"""The issue form asks for what an entry begins with: the excerpt, which becomes its first case."""

from pathlib import Path

import yaml
from rootrank.rulebook.scaffold import begin_entry

ROOT = Path(__file__).parents[2]
FORM = yaml.safe_load((ROOT / ".github" / "ISSUE_TEMPLATE" / "failure-not-recognised.yml").read_text(encoding="utf-8"))


def test_the_excerpt_and_the_cause_are_required() -> None:
    fields = {one["id"]: one for one in FORM["body"] if "id" in one}
    required = {name for name, one in fields.items() if one.get("validations", {}).get("required")}
    assert required == {"excerpt", "cause"}
    assert fields["excerpt"]["attributes"]["render"] == "text", "nothing in it is read as Markdown"
    assert "Apache-2.0" in fields["terms"]["attributes"]["options"][0]["label"]


def test_the_excerpt_makes_the_case_that_the_form_names(tmp_path: Path) -> None:
    description = next(one for one in FORM["body"] if one.get("id") == "excerpt")["attributes"]["description"]
    made = begin_entry(tmp_path, "memory/my-failure", "ValueError: expected 12 channels but got 3")
    assert f"`cases/{next((made / 'cases').iterdir()).name}`" in description


def test_contributing_is_one_screen() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 50
    assert "rootrank rules new" in text
