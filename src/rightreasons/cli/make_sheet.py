"""The commands `make sheet ...` and `make human-study`: questions for people, and their answers."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from rightreasons.cli import options
from rightreasons.errors import OptionError
from rightreasons.printable import printable

if TYPE_CHECKING:
    from rightreasons.challenges.hans.templates import Quirks

# The commands `rightreasons make sheet ...`: questions for people, and what they answered.


app = typer.Typer(
    no_args_is_help=True, help="Ask people: sheets as CSV and offline pages, and their answers."
)

Swaps = Annotated[Path, typer.Argument(help="A folder of swap sets.")]
Changes = Annotated[Path, typer.Argument(help="A folder of `make changes`.")]
PerChange = Annotated[int, typer.Option(min=1, help="Changed claims of each change, at random.")]
Run = Annotated[Path, typer.Argument(help="A run whose items have a predicted label.")]
Answers = Annotated[list[str], typer.Argument(help="Files that were handed in, or folders of them.")]
Study = Annotated[Path, typer.Option(help="The folder of the sheets that were answered.")]
Folder = Annotated[Path, typer.Option("-o", "--out", help="Write to this folder.")]
Sets = Annotated[
    list[str] | None,
    typer.Option("--set", help="Judge this set whole; may be given again. Otherwise labels not kept."),
]
PerSet = Annotated[int | None, typer.Option(min=1, help="Instances of each set, at random.")]
PerCell = Annotated[int, typer.Option(min=1, help="Items of each cell of gold and predicted label.")]
QuestionName = Annotated[str, typer.Option(help="What is asked: grammatical, or a YAML file.")]
Predicted = Annotated[str | None, typer.Option(help="Column of the predicted label.")]


@app.command("swaps")
def swaps(
    folder: Swaps,
    out: Folder,
    sets: Sets = None,
    per_set: PerSet = None,
    seed: options.Seed = 2018,
    as_json: options.AsJson = False,
    config: options.Config = None,  # noqa: ARG001 - its callback has already made it the defaults
) -> None:
    """Ask which label instances of swap sets have, and whether they make sense."""
    from rightreasons.jobs.annotation import make_swap_sheets

    _show(out, make_swap_sheets(folder, out, sets or (), per_set, seed), as_json=as_json)


@app.command("cells")
def cells(
    run: Run,
    out: Folder,
    question: QuestionName = "grammatical",
    per_cell: PerCell = 50,
    predicted: Predicted = None,
    seed: options.Seed = 2018,
    as_json: options.AsJson = False,
    config: options.Config = None,  # noqa: ARG001 - its callback has already made it the defaults
) -> None:
    """Ask a question about items of every cell of gold and predicted label."""
    from rightreasons.jobs.annotation import make_cell_sheets

    _show(out, make_cell_sheets(run, out, question, per_cell, seed, predicted), as_json=as_json)


@app.command("changes")
def changes(
    folder: Changes,
    out: Folder,
    per_change: PerChange = 200,
    seed: options.Seed = 2018,
    as_json: options.AsJson = False,
    config: options.Config = None,  # noqa: ARG001 - its callback has already made it the defaults
) -> None:
    """Ask what follows of changed claims, so that the labels of `make changes` are checked."""
    from rightreasons.jobs.annotation import make_change_sheets

    _show(out, make_change_sheets(folder, out, per_change, seed), as_json=as_json)


@app.command("read")
def read(
    answers: Answers,
    study: Study,
    as_json: options.AsJson = False,
    out: options.Out = None,
    config: options.Config = None,  # noqa: ARG001 - its callback has already made it the defaults
) -> None:
    """Say what people answered; of swap sets, write them with human labels (sets, in the run)."""
    from rightreasons.jobs.annotation import read_sheets

    done = read_sheets(answers, study, out)
    if as_json:
        _json({"schema_version": 1, "sheet": done.to_json()})
        return
    from rightreasons.reports.terminal import EVERYTHING, print_results

    print_results(done, EVERYTHING)


def _show(out: Path, made: Mapping[str, Any], *, as_json: bool) -> None:
    if as_json:
        _json(made)
        return
    for name, count in made["counts"].items():
        shown = f"{count:,}" if isinstance(count, int) else ", ".join(f"{k} {v:,}" for k, v in count.items())
        sys.stdout.write(f"{name:<8}{printable(shown, 300)}\n")
    sys.stdout.write(f"written to {printable(str(out), 300)}: hand out what is in sheets, keep the rest\n")


def _json(value: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=True, allow_nan=False, indent=1) + "\n")


# The command `rightreasons make human-study`: its sheets, or what was answered on them.


StudyAnswers = Annotated[
    list[str] | None,
    typer.Option(help="Judge these answers: a file, or a folder of them; may be given again."),
]
StudyFile = Annotated[Path | None, typer.Option(help="The folder of the study that was answered.")]
QuirksName = Annotated[str, typer.Option(help="official: pairs as published; fixed: mended.")]


def human_study(
    answers: StudyAnswers = None,
    study: StudyFile = None,
    seed: options.Seed = 2019,
    quirks: QuirksName = "official",
    as_json: options.AsJson = False,
    out: options.Out = None,
    config: options.Config = None,  # noqa: ARG001 - its callback has already made it the defaults
) -> None:
    """Write the sheets of the human study of HANS, or judge what was answered (--answers, --study)."""
    if answers or study:
        _judge(answers, study, out, as_json=as_json)
        return
    if out is None:
        raise OptionError("no -o", "a folder to write to", "give -o DIR, or --answers and --study")
    from rightreasons.jobs.human_study import make_human_study

    made = make_human_study(out, seed, cast("Quirks", quirks))
    if as_json:
        _json(made)
        return
    counts = made["counts"]
    sheets = ", ".join(f"{count} for {who}" for who, count in counts["sheets"].items())
    sys.stdout.write(f"{counts['items']:,} items of {counts['categories']} categories; sheets: {sheets}\n")
    sys.stdout.write(f"written to {printable(str(out), 300)}: hand out what is in sheets, keep key.csv\n")


def _judge(answers: list[str] | None, study: Path | None, out: Path | None, *, as_json: bool) -> None:
    if not answers or study is None:
        raise OptionError(
            "--answers without --study, or the reverse", "both", "give --answers FILE --study DIR"
        )
    from rightreasons.jobs.human_study import judge_human_study

    done = judge_human_study(answers, study, out)
    if as_json:
        _json({"schema_version": 1, "human_study": done.to_json()})
        return
    from rightreasons.reports.terminal import EVERYTHING, print_results

    print_results(done, EVERYTHING)
