"""The files of a folder or archive, and which of them look like data."""

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePosixPath

from rightreasons.sources.opening.compression import decompressed, load
from rightreasons.sources.opening.sniffing import data_endings, suffix_of
from rightreasons.sources.opening.tar_members import is_tar, tar_members
from rightreasons.sources.opening.zip_members import members
from rightreasons.sources.raw import Content
from rightreasons.streams.compression import ZIP

_ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.xz", ".tar.bz2")
Loader = Callable[[], Content]
_NOT_DATA = ("readme", "license", "licence", "changelog", "citation", "notice", "manifest")
_PAGES = (".md", ".markdown")
_HUGGING_FACE = ("dataset_info.json", "dataset_infos.json", "dataset_dict.json", "state.json")


def is_data(path: str) -> bool:
    """Whether a file looks like data by its name: a known ending, not hidden, no read-me and the like."""
    parts = PurePosixPath(path).parts
    if any(part.startswith((".", "__")) for part in parts):
        return False
    name = parts[-1].lower()
    return suffix_of(name) in data_endings() and not name.startswith(_NOT_DATA) and name not in _HUGGING_FACE


def is_page(path: str) -> bool:
    """Whether a file is a page of Markdown by its name, and none about the data."""
    found = PurePosixPath(path)
    hidden = any(part.startswith((".", "__")) for part in found.parts)
    return not hidden and found.suffix.lower() in _PAGES and not found.name.lower().startswith(_NOT_DATA)


def is_zip(content: Content) -> bool:
    """Whether the bytes are a zip."""
    return content.data.startswith(ZIP)


def is_archive(content: Content) -> bool:
    """Whether the bytes are a zip or a tar."""
    return is_zip(content) or is_tar(content)


def files_in(folder: Path) -> dict[str, Loader]:
    """Return how to load each file below a folder, by its path in it; an archive stands for what is in it."""
    found: dict[str, Loader] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not path.is_file():
            continue
        if path.name.lower().endswith(_ARCHIVES):
            found |= files_of(decompressed(_loaded(path, name)))
        else:
            found[name] = partial(_loaded, path, name)
    return found


def files_beside(path: Path, names: Collection[str]) -> dict[str, Loader]:
    """Return how to load files of these names beside a file or below its folder; a folder stands for its own.

    Parameters
    ----------
    path
        The file.
    names
        Names from its folder, of folders with ``/`` at the end; one that leads elsewhere is passed over.
    """
    found: dict[str, Loader] = {}
    for name in names:
        there = PurePosixPath(name)
        if there.is_absolute() or ".." in there.parts:
            continue
        place = path.parent / name
        inside = sorted(place.iterdir()) if name.endswith("/") and place.is_dir() else [place]
        for each in inside:
            if each.is_file():
                own = each.relative_to(path.parent).as_posix()
                found[own] = partial(_loaded, each, own)
    return found


def files_of(archive: Content) -> dict[str, Loader]:
    """Return the files inside a zip or tar, called ``archive/member``; a zip inside it is left closed."""
    inside = tar_members(archive) if is_tar(archive) else members(archive)
    return {content.name: partial(_given, content) for content in inside}


def size_of(loader: Loader) -> int:
    """Return how many bytes a file has, before it is loaded; 0 where that is not known."""
    source = loader.args[0] if isinstance(loader, partial) and loader.args else None
    if isinstance(source, Path):
        return source.stat().st_size
    return len(source.data) if isinstance(source, Content) else 0


def _loaded(path: Path, name: str) -> Content:
    return replace(load(path), name=name)


def _given(content: Content) -> Content:
    return content
