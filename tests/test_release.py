"""What `scripts/release` says of a wheel that lacks or holds what it should not."""

import io
import runpy
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "release"))
FAULTS, BUILT = SCRIPT["faults"], SCRIPT["built"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
IN_SDIST = (
    "CHANGELOG.md", "CITATION.cff", "LICENSE", "README.md", "pyproject.toml", "mkdocs.yml", "scripts/site",
)  # fmt: skip


def built(folder: Path, *more: tuple[str, bytes], version: str = PROJECT["version"]) -> list[str]:
    """Return the faults of a wheel with all files of ours and some more."""
    info = f"rightreasons-{version}.dist-info"
    metadata = (
        f"Metadata-Version: 2.4\nName: rightreasons\nVersion: {version}\n"
        f"License-Expression: {PROJECT['license']}\nDescription-Content-Type: text/markdown\n\n# A README\n"
    )
    with zipfile.ZipFile(folder / "a.whl", "w") as wheel:
        for path in (ROOT / "src").rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                wheel.writestr(path.relative_to(ROOT / "src").as_posix(), b"")
        wheel.writestr(f"{info}/METADATA", metadata)
        wheel.writestr(f"{info}/licenses/LICENSE", b"")
        for name, content in more:
            wheel.writestr(name, content)
    with tarfile.open(folder / "a.tar.gz", "w:gz") as sdist:
        for name in IN_SDIST:
            sdist.addfile(tarfile.TarInfo(f"rightreasons-{version}/{name}"), io.BytesIO())
    return list(FAULTS(folder / "a.tar.gz", folder / "a.whl"))


def test_a_whole_wheel_has_no_fault(tmp_path: Path) -> None:
    assert built(tmp_path) == []


@pytest.mark.parametrize(
    ("name", "content", "fault"),
    [
        ("rightreasons/errors/__init__.pyc", b"", "the wheel holds rightreasons/errors/__init__.pyc"),
        (
            "rightreasons/data.csv",
            b"x" * 200_000,
            "the wheel holds rightreasons/data.csv, which belongs elsewhere",
        ),
        ("rightreasons/.env", b"", "the wheel holds rightreasons/.env"),
    ],
)
def test_what_does_not_belong_in_a_wheel_is_named(
    tmp_path: Path, name: str, content: bytes, fault: str
) -> None:
    assert built(tmp_path, (name, content)) == [fault]


def test_another_version_than_that_of_the_project_is_told(tmp_path: Path) -> None:
    assert built(tmp_path, version="9.9") == [f"Version is 9.9, pyproject.toml has {PROJECT['version']}"]


def test_a_folder_that_holds_anything_but_builds_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "a.whl").write_bytes(b"an older build")
    (tmp_path / "letters").mkdir()
    with pytest.raises(SystemExit, match="holds letters"):
        BUILT(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.whl", "letters"]
