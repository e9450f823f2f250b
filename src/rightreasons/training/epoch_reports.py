"""Where the figures of every epoch go: JSON lines, and TensorBoard where it is asked for."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rightreasons.errors import MissingExtraError, OptionError
from rightreasons.printable import printable
from rightreasons.training.state import Row
from rightreasons.writing import replacing

Report = Callable[[Sequence[Row]], None]
"""Called after every epoch, and when training is taken up again, with the rows of all epochs so far."""


TARGETS = ("tensorboard",)


def to_lines(path: Path) -> Report:
    """Return what writes one JSON object an epoch."""

    def write(history: Sequence[Row]) -> None:
        """Write all rows anew: the file is whole at any time."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as temporary:
            temporary.write_text("".join(f"{json.dumps(row)}\n" for row in history), encoding="utf-8")

    return write


def check_target(name: str) -> None:
    """Make sure that figures can be reported to `name`.

    Raises
    ------
    OptionError
        If nobody knows it.
    MissingExtraError
        If it is not installed.
    """
    if name not in TARGETS:
        raise OptionError(
            f"'{printable(name)}' for --report-to", f"one of {', '.join(TARGETS)}", "correct it"
        )
    _summary_writer()


def to_tensorboard(folder: Path) -> Report:
    """Return what writes the last epoch to TensorBoard; see `check_target`."""
    writer = _summary_writer()(str(folder))

    def write(history: Sequence[Row]) -> None:
        """Add the figures of the last epoch."""
        for name, value in history[-1].items() if history else ():
            writer.add_scalar(name, value, int(history[-1]["epoch"]))
        writer.flush()

    return write


def _summary_writer() -> Any:
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError as error:
        raise MissingExtraError(
            "the package tensorboard is not installed",
            "it, for --report-to tensorboard",
            "pip install tensorboard",
        ) from error
    return SummaryWriter
