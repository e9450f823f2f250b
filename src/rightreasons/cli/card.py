"""The command `rightreasons card RUN`."""

import sys
from pathlib import Path
from typing import Annotated, Literal

from rightreasons.cli.generated import Argument
from rightreasons.cli.output import json_text
from rightreasons.jobs.options import VerdictOptions
from rightreasons.options import Option
from rightreasons.printable import printable

CardRun = Annotated[str, Argument("RUN", "Run folder of audit or probe.")]
Full = Annotated[bool, Option("Also every figure, definition and checksum.")]
Out = Annotated[Path | None, Option("Write the card to this file.", name="out", short="-o")]
ModelIndex = Annotated[
    bool, Option("Only the YAML of a model's results, as the hub reads them from the head of a README.")
]
CardFormat = Annotated[Literal["md", "json"], Option("YAML and Markdown, as a README begins, or both apart.")]


def card(
    run: CardRun,
    judging: VerdictOptions,
    format: CardFormat = "md",  # noqa: A002 - the option is called --format
    full: Full = False,
    model_index: ModelIndex = False,
    out: Out = None,
) -> None:
    """Print the card of an audited dataset or a probed model."""
    from rightreasons.jobs.card import card as job

    made = job(run, policy=judging.policy, allow=judging.allow)
    as_json = {"schema_version": 1, **made.to_json()}
    if model_index:
        text = made.model_index()
    else:
        text = json_text(as_json) if format == "json" else made.text(full=full)
    if out is None:
        sys.stdout.write(text)
        return
    from rightreasons.runs.made_files import write_once

    write_once(out, text)
    sys.stderr.write(f"Written to {printable(str(out), 300)}\n")
