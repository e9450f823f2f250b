"""The command `rightreasons make human-study`."""

from pathlib import Path
from typing import Annotated

from rightreasons.annotation.options import (
    StudyOptions,
)
from rightreasons.cli.output import (
    Output,
    show_outcome,
    write_result,
)
from rightreasons.errors import OptionError
from rightreasons.options import Option
from rightreasons.printable import printable

StudyAnswers = Annotated[
    tuple[str, ...], Option("Judge these answers: a file, or a folder of them; may be given again.")
]
StudyFolder = Annotated[Path | None, Option("The folder of the study that was answered.", shared=True)]


def human_study(
    options: StudyOptions, output: Output, answers: StudyAnswers = (), study: StudyFolder = None
) -> None:
    """Write the sheets of the human study of HANS, or score them."""
    if answers or study:
        _judge(answers, study, output)
        return
    if output.out is None:
        raise OptionError("no -o", "a folder to write to", "give -o DIR, or --answers and --study")
    from rightreasons.annotation.hans_sheets import make_human_study

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
    from rightreasons.annotation.hans_sheets import judge_human_study

    show_outcome(judge_human_study(answers, study, output.out), "human_study", as_json=output.as_json)
