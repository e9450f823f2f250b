"""The command `rightreasons audit DATA [--test DATA ...]`."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rightreasons.cli import options
from rightreasons.cli.options import shown_progress
from rightreasons.errors import RightReasonsError

if TYPE_CHECKING:
    from rightreasons.jobs.audit import Audit

Data = Annotated[
    list[str] | None, typer.Argument(help="Files, folders or hub names; none: the bundled corpus.")
]
Tests = Annotated[list[str] | None, typer.Option("--test", help="Score on this set; may be given again.")]
Measures = Annotated[str | None, typer.Option(help="Take only these, e.g. give_away_words,hypothesis_only.")]
GroupBy = Annotated[str | None, typer.Option(help="Group results by these columns, e.g. genre,annotator.")]
Tokenisation = Annotated[str | None, typer.Option(help="parse, treebank, word-punct or whitespace.")]
Evidence = Annotated[int, typer.Option(min=0, help="Write this many rows behind each figure.")]


def audit(
    data: Data = None,
    test: Tests = None,
    columns: options.Columns = None,
    label_map: options.LabelMap = None,
    format: options.Format = None,  # noqa: A002 - the option is called --format
    on_missing_gold: options.OnMissingGold = "drop",
    on_malformed: options.OnMalformed = "error",
    on_duplicate: options.OnDuplicate = "keep",
    limit: options.Limit = None,
    gold: options.Gold = None,
    premise_join: options.PremiseJoin = None,
    encoding: options.Encoding = None,
    quoting: options.Quoting = "auto",
    measures: Measures = None,
    group_by: GroupBy = None,
    tokenisation: Tokenisation = None,
    language: options.Language = "auto",
    seed: options.Seed = 2018,
    evidence: Evidence = 0,
    policy: options.Policy = None,
    allow: options.Allow = None,
    as_json: options.AsJson = False,
    out: options.Out = None,
    config: options.Config = None,  # noqa: ARG001 - its callback has already made it the defaults
) -> None:
    """Tell what an NLI dataset gives away: no model, no GPU, no network."""
    reading = options.reading(
        columns,
        label_map,
        format,
        on_missing_gold,
        on_malformed,
        on_duplicate,
        limit,
        gold,
        premise_join,
        encoding,
        quoting,
    )
    settings = {
        "measures": options.names(measures),
        "group_by": options.names(group_by),
        "tokenisation": tokenisation,
        "language": language,
        "seed": seed,
        "evidence": evidence,
        "policy": policy,
        "allow": allow or (),
    }
    audits, error = _run(data or [], test or [], reading, settings, out)
    if audits:
        _show(audits, as_json=as_json)
    if error is not None:
        raise error


def _run(
    data: list[str], test: list[str], reading: dict[str, Any], settings: dict[str, Any], out: Path | None
) -> "tuple[list[Audit], RightReasonsError | None]":
    """Audit every set; what was done is shown even if a later set cannot be read."""
    from rightreasons.jobs.audit import audit as job

    # --columns, --label-map, --format and --on-* speak of the first DATA only (docs/house.md).
    readings = [reading, *({"limit": reading["limit"]} for _ in data[1:])]
    done: list[Audit] = []
    with shown_progress() as progress:
        for position, name in enumerate(data or [None]):
            folder = out / f"{position}-{Path(str(name)).name}" if out and len(data) > 1 else out
            try:
                done.append(
                    job(name, test=test, out=folder, progress=progress, **readings[position], **settings)
                )
            except RightReasonsError as error:
                return done, error
    return done, None


def _show(audits: "list[Audit]", *, as_json: bool) -> None:
    if as_json:
        payload = {"schema_version": 1, "audits": [audit.to_json() for audit in audits]}
        sys.stdout.write(json.dumps(payload, ensure_ascii=True, allow_nan=False, indent=1) + "\n")
        return
    from rightreasons.reports.terminal import print_audits

    print_audits(audits)
