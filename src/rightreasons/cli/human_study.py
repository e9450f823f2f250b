"""The command `rightreasons make human-study`: its sheets, or what was answered on them."""

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

Answers = Annotated[
    list[str] | None,
    typer.Option(help="Judge these answers: a file, or a folder of them; may be given again."),
]
Study = Annotated[Path | None, typer.Option(help="The folder of the study that was answered.")]
QuirksName = Annotated[str, typer.Option(help="official: pairs as published; fixed: mended.")]


def human_study(
    answers: Answers = None,
    study: Study = None,
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


def _json(value: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=True, allow_nan=False, indent=1) + "\n")
