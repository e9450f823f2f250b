"""How DATA is spelled: a path, a line-aligned prefix, or a hub name, each with an optional split."""

import re
from dataclasses import dataclass
from pathlib import Path

from rightreasons.errors import OptionError
from rightreasons.printable import printable
from rightreasons.sources.opening.compression import missing
from rightreasons.sources.opening.sniffing import COMPRESSED, data_endings
from rightreasons.sources.opening.triples import triple_of

_SPELLING = re.compile(
    r"(?P<base>[^\[\]]+?)(\[(?P<config>[^\[\]]+)\])?(:(?P<split>[\w.+-]+))?(@(?P<revision>[\w./-]+))?"
)
_HUB = re.compile(r"\w[\w.-]*/\w[\w.-]*")
_OTHER_ENDINGS = (
    *COMPRESSED, ".zip", ".yaml", ".yml", ".toml", ".html", ".htm", ".md", ".npy", ".sqlite", ".sqlite3",
    ".db",
)  # fmt: skip
STANDARD_INPUT = "-"


@dataclass(frozen=True, slots=True)
class Member:
    """One member of a zip, or one sheet of a workbook.

    Parameters
    ----------
    path
        The file.
    name
        The member: what follows ``!``.
    """

    path: Path
    name: str


@dataclass(frozen=True, slots=True)
class HubName:
    """A dataset on the Hugging Face hub.

    Parameters
    ----------
    repository
        ``owner/name``.
    config, split, revision
        As in ``owner/name[config]:split@revision``; None where not stated.
    """

    repository: str
    config: str | None = None
    split: str | None = None
    revision: str | None = None

    def __str__(self) -> str:
        config = f"[{self.config}]" if self.config else ""
        split = f":{self.split}" if self.split else ""
        revision = f"@{self.revision}" if self.revision else ""
        return f"{self.repository}{config}{split}{revision}"


def parse_name(text: str, folder: Path | None = None) -> tuple[Path | Member | HubName, str | None]:
    """Return where the data are, and the split that is asked for.

    Parameters
    ----------
    text
        DATA as spelled by the user.
    folder
        Where relative paths start; None is the current folder.

    Raises
    ------
    FileMissingError
        If there is no such file and it is no hub name.
    OptionError
        If a file is given a config or a revision.
    """
    start = folder or Path()
    if _is_there(start / text):
        return start / text, None
    archive, mark, member = text.partition("!")
    if mark and member and (start / archive).is_file():
        return Member(start / archive, member), None
    match = _SPELLING.fullmatch(text)
    if match is None:
        raise missing(text)
    base, config, split, revision = match.group("base", "config", "split", "revision")
    if _is_there(start / base):
        if config or revision:
            raise OptionError(
                f"'{printable(text)}'", "no [config] and no @revision after a path", "leave it out"
            )
        return start / base, split
    endings = (*data_endings(), *_OTHER_ENDINGS)
    if not _HUB.fullmatch(base) or base.lower().endswith(endings) or (start / base).parent.is_dir():
        raise missing(text)
    return HubName(base, config, split, revision), split


def inside(data: str, name: str) -> str:
    """Return how one file of a folder, one member of an archive or one table is spelled as DATA.

    Parameters
    ----------
    data
        The folder, archive or database as spelled by the user.
    name
        What is in it, as tables of it are called.
    """
    stem = data.rstrip("/")
    own = name.removeprefix(f"{stem.rpartition('/')[2]}/")
    return f"{stem}!{own}" if own != name else f"{stem}/{name}"


def _is_there(path: Path) -> bool:
    try:
        return path.exists() or triple_of(path) is not None
    except (OSError, ValueError):  # a name longer than any file's
        return False
