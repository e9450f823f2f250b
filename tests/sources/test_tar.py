"""Tars are read as zips are; whatever is no plain file inside them is refused."""

import io
import tarfile
from pathlib import Path

import pytest

from rightreasons.errors import FileMissingError, UnreadableFileError, UnsafeArchiveError
from rightreasons.sources.read import read_pairs

CSV = b"premise,hypothesis,label\nA dog.,It barks.,neutral\nA cat.,A pet.,entailment\n"


def tarred(path: Path, members: dict[str, bytes], link: str = "", mode: str = "w:gz") -> Path:
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]  # a mode of a parameter
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
        if link:
            info = tarfile.TarInfo("link.csv")
            info.type, info.linkname = tarfile.SYMTYPE, link
            archive.addfile(info)
    return path


@pytest.mark.parametrize(("name", "mode"), [("a.tar", "w"), ("a.tar.gz", "w:gz"), ("a.tar.xz", "w:xz")])
def test_every_data_file_of_a_tar_is_read_and_one_by_its_name(tmp_path: Path, name: str, mode: str) -> None:
    members = {"d/train.csv": CSV, "d/README.md": b"# x", "d/test.csv": CSV.replace(b"cat", b"cow")}
    path = tarred(tmp_path / name, members, mode=mode)
    assert len(read_pairs(path)) == 4
    assert len(read_pairs(f"{path}!d/test.csv")) == 2
    with pytest.raises(FileMissingError, match="d/test"):
        read_pairs(f"{path}!other.csv")


def test_a_tar_in_a_folder_stands_for_what_is_in_it(tmp_path: Path) -> None:
    tarred(tmp_path / "a.tar.gz", {"train.csv": CSV})
    assert len(read_pairs(tmp_path)) == 2


@pytest.mark.parametrize("name", ["/etc/a.csv", "../a.csv"])
def test_a_member_that_points_outside_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnsafeArchiveError, match="outside"):
        read_pairs(tarred(tmp_path / "a.tar", {name: CSV}, mode="w"))


def test_a_link_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnsafeArchiveError, match="no plain file"):
        read_pairs(tarred(tmp_path / "a.tar", {"a.csv": CSV}, link="/etc/passwd", mode="w"))


def test_a_tar_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    path = tarred(tmp_path / "a.tar", {"a.csv": CSV * 400}, mode="w")
    path.write_bytes(path.read_bytes()[:1_000])
    with pytest.raises(UnreadableFileError):
        read_pairs(path)
