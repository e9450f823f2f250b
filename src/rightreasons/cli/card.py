"""The command `rightreasons card RUN`."""

import json
import sys
from typing import Annotated

import typer

from rightreasons.cli import options
from rightreasons.errors import OptionError
from rightreasons.printable import printable

RunFolder = Annotated[str, typer.Argument(metavar="RUN", help="Run folder of audit or probe.")]
Format = Annotated[
    str, typer.Option("--format", help="md (YAML and Markdown, as a README begins) or json (both apart).")
]


def card(
    run: RunFolder,
    format: Format = "md",  # noqa: A002 - the option is called --format
    policy: options.Policy = None,
    allow: options.Allow = None,
) -> None:
    """Print a bias card of a dataset, or a shortcut card of a model."""
    from rightreasons.jobs.card import card as job

    if format not in ("md", "json"):
        raise OptionError(f"'{printable(format)}' for --format", "md or json", "correct it")
    made = job(run, policy=policy, allow=allow or ())
    if format == "json":
        payload = {"schema_version": 1, **made.to_json()}
        sys.stdout.write(json.dumps(payload, ensure_ascii=True, allow_nan=False, indent=1) + "\n")
        return
    sys.stdout.write(made.text())
