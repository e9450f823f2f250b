"""How a sealed run can be written, one file a format."""

from collections.abc import Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from rightreasons.errors import OptionError
from rightreasons.printable import printable
from rightreasons.registry import Registry

if TYPE_CHECKING:
    from rightreasons.runs.folder import Run

REPORT_FORMATS = Registry("report_format", (__name__,), first=("html", "md", "json", "csv"))
"""Functions ``(run) -> str``, which is the text of a file, or ``(run) -> {file name: text}`` of a folder."""


def written(run: "Run", name: str) -> str | Mapping[str, str]:
    """Return a run in a format: the text of a file, or of every file of a folder by its name.

    Raises
    ------
    UnknownNameError
        If there is no such format.
    OptionError
        If a plug-in's format gives anything else than text, or names a file outside its folder.
    """
    found = REPORT_FORMATS.load(name)(run)
    if isinstance(found, str):
        return found
    if not isinstance(found, Mapping) or not all(isinstance(each, str) for each in found.values()):
        shown = f"what is of the type {type(found).__name__}"
    elif (outside := next((file for file in found if not _is_plain(file)), None)) is not None:
        shown = f"a file called '{printable(str(outside))}'"
    else:
        return found
    raise OptionError(
        f"{shown} from the report format '{printable(name)}'",
        "text, or texts by plain file names",
        "choose another --format, or mend what adds it",
    )


def _is_plain(file: Any) -> bool:
    return isinstance(file, str) and file not in ("", ".", "..") and PurePath(file).name == file
