"""What README and guides show of our commands is what these print today."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"


SESSIONS = runpy.run_path(str(ROOT / "scripts" / "readme"))


@pytest.mark.parametrize("page", SESSIONS["PAGES"], ids=lambda page: page.stem)
def test_a_page_shows_what_its_commands_print(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert SESSIONS["made"](text) == text


def test_every_guide_has_a_command_that_is_run() -> None:
    for page in SESSIONS["PAGES"]:
        assert "\n$ rightreasons " in page.read_text(encoding="utf-8"), page.name


def test_the_readme_is_short_and_every_file_it_names_is_there() -> None:
    text = README.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 80
    assert all((ROOT / link).exists() for link in re.findall(r"\]\(([^)#:]+)\)", text))


def test_every_document_is_named_on_the_page_of_all_documents() -> None:
    text = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    documents = {path.name for path in (ROOT / "docs").glob("*.md")} - {"index.md"}
    named = set(re.findall(r"\]\(([a-z-]+\.md)\)", text))
    assert documents <= named, documents - named
