"""The runs of a folder as pages on this machine: listed, put side by side, watched while they are made."""

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from rightreasons.errors import RunUnreadableError
from rightreasons.jobs.compare import Comparison, compare
from rightreasons.printable import printable
from rightreasons.reports.viewer.answers import Answers
from rightreasons.reports.viewer.catalogue import Catalogue
from rightreasons.reports.viewer.server import ViewServer


def view(folder: str | Path = ".", *, port: int = 0) -> ViewServer:
    """Return a server of the runs below a folder, which reads only and answers this machine alone.

    Parameters
    ----------
    folder
        Where the runs are.
    port
        Where to listen; 0 takes a free one.

    Returns
    -------
    ViewServer
        Listening, and serving once ``serve_forever()`` is called, or ``in_background()`` entered.

    Raises
    ------
    FileMissingError
        If there is no such folder.
    OptionError
        If nothing can listen there.
    """
    return ViewServer(Answers(Catalogue(folder), _compared), port)


def _compared(folders: Sequence[Path]) -> Comparison:
    """Compare probes; whatever a damaged one does is a coded error, since a page must not end in nothing."""
    try:
        return compare(*folders)
    except (pl.exceptions.PolarsError, OSError, LookupError, TypeError, ValueError) as error:
        raise RunUnreadableError(
            f"runs that cannot be compared ({printable(str(error))})", "what probe wrote", "run them again"
        ) from error
