"""The pages of the site that are made from the code, and what is said of a page with a dead link."""

import runpy
from pathlib import Path

import pytest

from rightreasons.cli.main import app
from rightreasons.guarded_yaml import guarded_yaml
from rightreasons.verdicts.policy import codes, default_policy

ROOT = Path(__file__).resolve().parents[1]
REFERENCE = runpy.run_path(str(ROOT / "scripts" / "reference"))
SITE = runpy.run_path(str(ROOT / "scripts" / "site"))


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return dict(REFERENCE["pages"]())


def test_the_reference_has_every_command_with_its_example(pages: dict[str, str]) -> None:
    for name in app.commands:
        assert f"## rightreasons {name}" in pages["commands.md"]
    assert "rightreasons make split data.jsonl --by hypothesis -o split" in pages["commands.md"]


@pytest.mark.parametrize(
    ("page", "name"),
    [
        ("measures.md", "`hypothesis_only`"),
        ("challenges.md", "`hans`"),
        ("methods.md", "`product-of-experts`"),
        ("figures.md", "`accuracy`"),
        ("columns.md", "`premise`"),
        ("errors.md", "`RR003`"),
        ("python.md", "::: rightreasons.jobs.audit.audit"),
    ],
)
def test_a_reference_page_has_what_is_registered(pages: dict[str, str], page: str, name: str) -> None:
    assert name in pages[page]


def test_the_reference_has_every_code_and_every_size(pages: dict[str, str]) -> None:
    named = [*codes(), *default_policy().sizes]
    assert [each for each in named if f"`{each}`" not in pages["codes.md"]] == []


def test_every_page_of_the_navigation_is_there_and_no_document_is_outside_it(pages: dict[str, str]) -> None:
    nav = guarded_yaml((ROOT / "mkdocs.yml").read_bytes())["nav"]

    def named(part: object) -> set[str]:
        if isinstance(part, str):
            return {part}
        inside = part.values() if isinstance(part, dict) else part
        return set().union(*map(named, inside))  # type: ignore[call-overload] # a tree

    docs = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")}
    made = {f"reference/{name}" for name in pages} | set(SITE["FROM_ROOT"].values())
    assert named(nav) == docs | made


def test_the_start_page_links_to_every_document_but_the_records_of_contributors() -> None:
    start = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    pages = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")} - {"index.md"}
    for_users = [page for page in sorted(pages) if not page.startswith("contributing/")]
    assert [page for page in for_users if f"]({page})" not in start] == []


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ('<a href="other/">x</a>', "which is not there"),
        ('<a href="#there">x</a>', "no such place"),
        ('<a href="index.html#gone">x</a>', "no such place"),
        ('<img src="picture.png">', "which is not there"),
        ('<script src="https://example.org/x.js"></script>', "fetches https://example.org/x.js"),
        ('<link rel="stylesheet" href="//fonts.example.org/x.css">', "fetches //fonts.example.org/x.css"),
    ],
)
def test_a_dead_link_or_something_from_another_host_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str, fault: str
) -> None:
    (tmp_path / "index.html").write_text(f'<p id="here">{page}</p>', encoding="utf-8")
    monkeypatch.setitem(SITE["faults"].__globals__, "SITE", tmp_path)
    assert [each for each in SITE["faults"]() if fault in each]


def test_a_page_whose_links_are_all_there_has_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "index.html").write_text('<p id="x"><a href="../#here">x</a></p>', encoding="utf-8")
    (tmp_path / "index.html").write_text(
        '<p id="here"><a href="sub/#x">x</a><a href="https://example.org/">x</a></p>', encoding="utf-8"
    )
    monkeypatch.setitem(SITE["faults"].__globals__, "SITE", tmp_path)
    assert list(SITE["faults"]()) == []
