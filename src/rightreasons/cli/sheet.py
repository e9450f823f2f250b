"""The commands `make sheet ...` and `make human-study`: questions for people, and their answers."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from rightreasons.cli.generated import Argument
from rightreasons.cli.output import (
    AsJson,
    Folder,
    Output,
    show_outcome,
    write_json,
    write_lines,
    write_result,
)
from rightreasons.errors import OptionError
from rightreasons.jobs.options import CellSheetOptions, ChangeSheetOptions, StudyOptions, SwapSheetOptions
from rightreasons.options import Option
from rightreasons.printable import printable

Swaps = Annotated[Path, Argument("FOLDER", "A folder of swap sets.")]
Changes = Annotated[Path, Argument("FOLDER", "A folder of `make changes`.")]
Run = Annotated[Path, Argument("RUN", "A run whose items have a predicted label.")]
Answers = Annotated[tuple[str, ...], Argument("ANSWERS...", "Files that were handed in, or folders of them.")]
Study = Annotated[Path, Option("The folder of the sheets that were answered.")]


def swaps(folder: Swaps, out: Folder, options: SwapSheetOptions, shown: AsJson) -> None:
    """Ask which label instances of swap sets have, and whether they make sense."""
    from rightreasons.jobs.annotation import make_swap_sheets

    _show(out, make_swap_sheets(folder, out, options), as_json=shown.as_json)


def cells(run: Run, out: Folder, options: CellSheetOptions, shown: AsJson) -> None:
    """Ask a question about items of every cell of gold and predicted label."""
    from rightreasons.jobs.annotation import make_cell_sheets

    _show(out, make_cell_sheets(run, out, options), as_json=shown.as_json)


def changes(folder: Changes, out: Folder, options: ChangeSheetOptions, shown: AsJson) -> None:
    """Ask what follows of changed claims, so that the labels of `make changes` are checked."""
    from rightreasons.jobs.annotation import make_change_sheets

    _show(out, make_change_sheets(folder, out, options), as_json=shown.as_json)


def read(answers: Answers, study: Study, output: Output) -> None:
    """Show what people answered; of swap sets, write them with human labels (sets, in the run)."""
    from rightreasons.jobs.annotation import read_sheets

    show_outcome(read_sheets(answers, study, output.out), "sheet", as_json=output.as_json)


def _show(out: Path, made: Mapping[str, Any], *, as_json: bool) -> None:
    if as_json:
        write_json(made)
        return
    for name, count in made["counts"].items():
        shown = f"{count:,}" if isinstance(count, int) else ", ".join(f"{k} {v:,}" for k, v in count.items())
        write_lines(f"{name:<8}{printable(shown, 300)}")
    write_lines(f"written to {printable(str(out), 300)}: hand out what is in sheets, keep the rest")


StudyAnswers = Annotated[
    tuple[str, ...], Option("Judge these answers: a file, or a folder of them; may be given again.")
]
StudyFolder = Annotated[Path | None, Option("The folder of the study that was answered.")]


def human_study(
    options: StudyOptions, output: Output, answers: StudyAnswers = (), study: StudyFolder = None
) -> None:
    """Write the sheets of the human study of HANS, or judge what was answered (--answers, --study)."""
    if answers or study:
        _judge(answers, study, output)
        return
    if output.out is None:
        raise OptionError("no -o", "a folder to write to", "give -o DIR, or --answers and --study")
    from rightreasons.jobs.make_hans import make_human_study

    made = make_human_study(output.out, options)
    counts = made["counts"]
    sheets = ", ".join(f"{count} for {who}" for who, count in counts["sheets"].items())
    write_result(
        made,
        f"{counts['items']:,} items of {counts['categories']} categories; sheets: {sheets}",
        f"written to {printable(str(output.out), 300)}: hand out what is in sheets, keep key.csv",
        as_json=output.as_json,
    )


def _judge(answers: tuple[str, ...], study: Path | None, output: Output) -> None:
    if not answers or study is None:
        raise OptionError(
            "--answers without --study, or the reverse", "both", "give --answers FILE --study DIR"
        )
    from rightreasons.jobs.make_hans import judge_human_study

    show_outcome(judge_human_study(answers, study, output.out), "human_study", as_json=output.as_json)
