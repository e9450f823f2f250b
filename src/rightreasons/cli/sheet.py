"""The commands `rightreasons make sheet ...`: questions for people, and their answers."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from rightreasons.annotation.options import (
    CellSheetOptions,
    ChangeSheetOptions,
    SwapSheetOptions,
)
from rightreasons.cli.generated import Argument
from rightreasons.cli.output import (
    AsJson,
    Folder,
    Output,
    show_outcome,
    write_json,
    write_lines,
)
from rightreasons.options import Option
from rightreasons.printable import printable

Swaps = Annotated[Path, Argument("FOLDER", "A folder of swap sets.")]
Changes = Annotated[Path, Argument("FOLDER", "A folder of `make changes`.")]
Run = Annotated[Path, Argument("RUN", "A run whose items have a predicted label.")]
Answers = Annotated[tuple[str, ...], Argument("ANSWERS...", "Files that were handed in, or folders of them.")]
Study = Annotated[Path, Option("The folder of the sheets that were answered.", shared=True)]


def swaps(folder: Swaps, out: Folder, options: SwapSheetOptions, shown: AsJson) -> None:
    """Write sheets that ask for the labels of swap sets."""
    from rightreasons.annotation.study import make_swap_sheets

    _show(out, make_swap_sheets(folder, out, options), as_json=shown.as_json)


def cells(run: Run, out: Folder, options: CellSheetOptions, shown: AsJson) -> None:
    """Write sheets about items of each gold and predicted label."""
    from rightreasons.annotation.study import make_cell_sheets

    _show(out, make_cell_sheets(run, out, options), as_json=shown.as_json)


def changes(folder: Changes, out: Folder, options: ChangeSheetOptions, shown: AsJson) -> None:
    """Write sheets that check the labels of `make changes`."""
    from rightreasons.annotation.study import make_change_sheets

    _show(out, make_change_sheets(folder, out, options), as_json=shown.as_json)


def read(answers: Answers, study: Study, output: Output) -> None:
    """Show the answers of sheets; write swap sets labelled by people."""
    from rightreasons.annotation.study import read_sheets

    show_outcome(read_sheets(answers, study, output.out), "sheet", as_json=output.as_json)


def _show(out: Path, made: Mapping[str, Any], *, as_json: bool) -> None:
    if as_json:
        write_json(made)
        return
    for name, count in made["counts"].items():
        shown = f"{count:,}" if isinstance(count, int) else ", ".join(f"{k} {v:,}" for k, v in count.items())
        write_lines(f"{name:<8}{printable(shown, 300)}")
    write_lines(f"written to {printable(str(out), 300)}: hand out what is in sheets, keep the rest")
