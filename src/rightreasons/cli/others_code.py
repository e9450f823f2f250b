"""Commands that run what others have written: which they are, and whether they wrote what they were to."""

from collections.abc import Iterable
from pathlib import Path

from rightreasons.errors import ModelEndedError, RightReasonsError
from rightreasons.printable import printable

_OURS = ("rule", "llm")
_DEEPEST = 3  # folders of runs: several recipes, their seeds


def runs_others_code(model: str) -> bool:
    """Return whether loading MODEL runs what others have written: code, or libraries on their files."""
    kind, colon, _ = model.partition(":")
    if colon and not Path(model).exists():
        return kind not in _OURS
    return Path(model).is_dir() or Path(model).suffix == ".onnx"


def check_written(places: Iterable[Path]) -> None:
    """Make sure that whole runs stand where a child process says that it has written them.

    Raises
    ------
    ModelEndedError
        If one does not: whatever the process said, it did not do its work.
    """
    for place in places:
        if not _is_whole(place, _DEEPEST):
            shown = printable(str(place))
            raise ModelEndedError(
                f"the process of the model said that it was done, with no whole run at '{shown}'",
                "a model that answers and lets the command go on",
                "mend the model, and start again; what was answered is kept",
            )


def _is_whole(place: Path, depth: int) -> bool:
    """Whether a place is a sealed run, a folder as `make` left it, or a folder of such."""
    from rightreasons.runs.seal import SEAL, check_seal

    if (place / SEAL).is_file():
        try:
            check_seal(place)
        except RightReasonsError:
            return False
        return True
    if (place / "manifest.json").is_file():
        from rightreasons.runs.made_folders import is_as_made

        return is_as_made(place)
    folders = [each for each in place.iterdir() if each.is_dir()] if depth and place.is_dir() else []
    return bool(folders) and all(_is_whole(each, depth - 1) for each in folders)
