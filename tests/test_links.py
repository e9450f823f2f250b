"""Links of the documents lead somewhere in the repository; `scripts/site` follows those of the site."""

import re
import runpy
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("docs", "benchmarks", "tests", "notebooks")
DOCUMENTS = (
    *sorted(ROOT.glob("*.md")),
    *(path for each in FOLDERS for path in sorted((ROOT / each).rglob("*.md"))),
)
LINK = re.compile(r"\]\(([^()\s]+)\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
NOT_IN_A_PLACE = re.compile(r"[^\w\- ]")


def places(text: str) -> set[str]:
    """Return the places of a document as the repository's pages call them: its headings, in small letters."""
    found: set[str] = set()
    for heading in re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE):
        shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower().strip()
        found.add(NOT_IN_A_PLACE.sub("", shown).replace(" ", "-"))
    return found


def dead(path: Path) -> list[str]:
    """Return the links of a document that lead to no file, or to no heading of one."""
    found = []
    for link in LINK.findall(CODE.sub("", path.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, place = link.partition("#")
        target = (path.parent / unquote(name)).resolve() if name else path
        if not target.exists() or (
            place and target.suffix == ".md" and place not in places(target.read_text(encoding="utf-8"))
        ):
            found.append(link)
    return found


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_of_a_document_leads_somewhere(path: Path) -> None:
    assert dead(path) == []


@pytest.mark.parametrize("link", ["gone.md", "there.md#gone", "#gone", "folder/"])
def test_a_dead_link_is_found(tmp_path: Path, link: str) -> None:
    (tmp_path / "there.md").write_text("# A heading: two\n", encoding="utf-8")
    page = tmp_path / "page.md"
    page.write_text(
        f"# Here\n[a]({link}) [b](there.md#a-heading-two) [c](#here) `[d](none.md)`\n", encoding="utf-8"
    )
    assert dead(page) == [link]


def test_every_page_of_the_reference_stands_in_the_repository_and_no_other() -> None:
    made = runpy.run_path(str(ROOT / "scripts" / "reference"))["pages"]()
    assert {path.name for path in (ROOT / "docs" / "reference").iterdir()} == set(made)
