"""Findings that are kept in an archive are read by name, and plain files beside it count first."""

import zipfile
from pathlib import Path

import pytest

from rightreasons.errors import FileMissingError, UnreadableFileError, UnsafeArchiveError
from rightreasons.papers.answers.kept import ARCHIVE, KeptFindings

CONTENT = {"a.json": b'{"findings": []}\n', "b.json": b"\xc3\xa9\n"}


@pytest.fixture
def kept(tmp_path: Path) -> KeptFindings:
    made = KeptFindings(tmp_path)
    made.add(CONTENT)
    return made


def test_what_was_added_is_read_and_stands_in_one_file(kept: KeptFindings) -> None:
    assert [path.name for path in kept.folder.iterdir()] == [ARCHIVE]
    assert {name: kept.read(name) for name in kept.names()} == CONTENT
    with zipfile.ZipFile(kept.folder / ARCHIVE) as archive:  # as any other program would
        assert {name: archive.read(name) for name in archive.namelist()} == CONTENT


def test_the_same_content_gives_the_same_bytes_however_it_came_there(
    kept: KeptFindings, tmp_path: Path
) -> None:
    other = KeptFindings(tmp_path / "other")
    other.folder.mkdir()
    other.add({"b.json": b"an earlier one"})
    other.add(dict(reversed(CONTENT.items())))
    assert (other.folder / ARCHIVE).read_bytes() == (kept.folder / ARCHIVE).read_bytes()


def test_a_plain_file_counts_before_the_archive_until_it_is_added(kept: KeptFindings) -> None:
    (kept.folder / "a.json").write_bytes(b"1")
    (kept.folder / "c.json").write_bytes(b"2")
    assert kept.names() == ("a.json", "b.json", "c.json")
    assert [kept.read(name) for name in kept.names()] == [b"1", CONTENT["b.json"], b"2"]
    kept.add({name: (kept.folder / name).read_bytes() for name in ("a.json", "c.json")})
    assert [path.name for path in kept.folder.iterdir()] == [ARCHIVE]
    assert [kept.read(name) for name in kept.names()] == [b"1", CONTENT["b.json"], b"2"]


def test_a_name_that_neither_has_is_refused(kept: KeptFindings) -> None:
    assert not kept.holds("c.json")
    with pytest.raises(FileMissingError, match=r"no 'c\.json'"):
        kept.read("c.json")


@pytest.mark.parametrize("damage", ["cut", "flipped", "no archive"])
def test_a_broken_archive_is_refused(damage: str, kept: KeptFindings) -> None:
    path = kept.folder / ARCHIVE
    content = bytearray(path.read_bytes())
    content[60] ^= 255
    path.write_bytes(
        {"cut": bytes(content[:-30]), "flipped": bytes(content), "no archive": b"findings"}[damage]
    )
    with pytest.raises(UnreadableFileError, match=ARCHIVE):
        kept.read("a.json")


def test_what_expands_to_far_more_than_the_archive_is_refused(tmp_path: Path) -> None:
    kept = KeptFindings(tmp_path)
    kept.add({"bomb.json": bytes(70 * 2**20)})
    with pytest.raises(UnsafeArchiveError, match=r"more than 67,108,864 bytes"):
        kept.read("bomb.json")
