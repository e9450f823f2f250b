"""Finds WordNet on this machine and opens it."""

import os
from pathlib import Path

from rightreasons.errors import FileMissingError
from rightreasons.printable import printable
from rightreasons.text.wordnet.files import FILES, WordNetFiles
from rightreasons.text.wordnet.lmf import read_lmf
from rightreasons.text.wordnet.wordnet import WordNet

_DEBIAN = Path("/usr/share/wordnet")


_VARIABLE = "WNSEARCHDIR"


_REMEDY = (
    "install it with `apt install wordnet-base`, or give the folder of its files (also in the environment "
    f"variable {_VARIABLE}) or a WN-LMF file (.xml)"
)


def open_wordnet(path: Path | None = None) -> WordNet:
    """Return the WordNet at `path`, or else that of this machine; what is in it is read when it is needed.

    Parameters
    ----------
    path
        The folder of the database files of WordNet 3.x (``index.noun``, ``data.noun``, ``noun.exc``, ...), or
        a WN-LMF file. Without one, the folder that the environment variable ``WNSEARCHDIR`` names, or else
        the one of Debian's package ``wordnet-base``.

    Raises
    ------
    FileMissingError
        If there is none.
    MissingExtraError
        If it is a WN-LMF file and the library `wn` is not installed.
    UnreadableFileError
        If a WN-LMF file is broken.
    """
    place = path or Path(os.environ.get(_VARIABLE) or _DEBIAN)
    if place.is_file():
        return WordNet(read_lmf(place))
    missing = [name for name in FILES if not (place / name).is_file()]
    if missing:
        fault = f"lacks {', '.join(missing[:3])}" if place.is_dir() else "is not there"
        raise FileMissingError(
            f"WordNet: {printable(str(place), 200)} {fault}", "WordNet's database files", _REMEDY
        )
    return WordNet(WordNetFiles(place))
