"""The command `rightreasons card RUN`."""

import sys
from typing import Annotated, Literal

from rightreasons.cli.generated import Argument
from rightreasons.cli.output import write_json
from rightreasons.jobs.options import VerdictOptions
from rightreasons.options import Option

CardRun = Annotated[str, Argument("RUN", "Run folder of audit or probe.")]
CardFormat = Annotated[Literal["md", "json"], Option("YAML and Markdown, as a README begins, or both apart.")]


def card(
    run: CardRun,
    judging: VerdictOptions,
    format: CardFormat = "md",  # noqa: A002 - the option is called --format
) -> None:
    """Print a bias card of a dataset, or a shortcut card of a model."""
    from rightreasons.jobs.card import card as job

    made = job(run, policy=judging.policy, allow=judging.allow)
    if format == "json":
        write_json({"schema_version": 1, **made.to_json()})
        return
    sys.stdout.write(made.text())
