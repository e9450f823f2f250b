"""Code that others have written, run so that neither how it ends nor where it goes is our business."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rightreasons.printable import error_text


@contextmanager
def others_code() -> Iterator[None]:
    """Let code of a model run: it may raise an `Exception` or be interrupted, and stays in this folder.

    What ends a process or a thread elsewhere (SystemExit, GeneratorExit, a BaseException of its own) becomes
    a RuntimeError. The working directory is what it was, so that paths mean what they meant.
    """
    folder: Path | None = None
    with suppress(OSError):  # it was removed, and so nothing can come back to it
        folder = Path.cwd()
    try:
        yield
    except (Exception, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise RuntimeError(error_text(error)) from error
    finally:
        if folder is not None:
            os.chdir(folder)
