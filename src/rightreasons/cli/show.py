"""The commands that show what there is: `rightreasons ls`, `card`, `report` and `view`."""

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal

from rightreasons.cli.generated import Argument
from rightreasons.cli.output import AsJson, write_json, write_result
from rightreasons.errors import OptionError, UnknownNameError
from rightreasons.jobs.options import JudgingOptions
from rightreasons.options import Option
from rightreasons.printable import printable

# `rightreasons ls KIND`: what is registered under which name.


Kind = Annotated[str | None, Argument("KIND", "datasets, measures, ... ; none: the kinds.")]


def ls(shown: AsJson, kind: Kind = None) -> None:
    """List what there is: datasets, measures, challenges, models, recipes, methods, columns, ..."""
    if kind is None:
        rows = dict.fromkeys(_KINDS, "")
    elif kind in _KINDS:
        rows = _KINDS[kind]()
    else:
        raise UnknownNameError.among("kind", printable(kind), tuple(_KINDS), "see `rightreasons ls`")
    width = max(map(len, rows), default=0)
    lines = (f"{name:<{width}}  {meaning}".rstrip() for name, meaning in rows.items())
    write_result(rows, *lines, as_json=shown.as_json)


def _measures() -> dict[str, str]:
    from rightreasons.measures import MEASURES

    return MEASURES.summaries()


def _datasets() -> dict[str, str]:
    from rightreasons.sources.catalogue import load_catalogue

    return {key: f"{data.summary}; licence: {data.licence}" for key, data in load_catalogue().items()}


def _challenges() -> dict[str, str]:
    from rightreasons.challenges import CHALLENGES
    from rightreasons.sources.challenge_sets import ALL, challenge_sets

    controls = {"controls": "Items asked again with something taken away or changed."}
    sets = {name: each.summary for name, each in challenge_sets().items()}
    whole = {ALL: "All published sets whose files are in the folder of --data."}
    return CHALLENGES.summaries() | controls | sets | whole


def _models() -> dict[str, str]:
    from rightreasons.predictors import PREDICTORS

    return {f"{name}:": line for name, line in PREDICTORS.summaries().items()}


def _recipes() -> dict[str, str]:
    from rightreasons.training.recipe import read_recipe, recipe_names

    return {name: read_recipe(name).about for name in recipe_names()}


def _tokenisations() -> dict[str, str]:
    from rightreasons.text.tokenisations import TOKENISATIONS

    return dict(TOKENISATIONS)


def _methods() -> dict[str, str]:
    from rightreasons.debiasing import METHODS

    return METHODS.summaries()


def _columns() -> dict[str, str]:
    from rightreasons.jobs.item_columns import item_columns

    return {column.name: f"{column.type}: {column.meaning}" for column in item_columns()}


_KINDS: dict[str, Callable[[], dict[str, str]]] = {
    "datasets": _datasets,
    "measures": _measures,
    "challenges": _challenges,
    "models": _models,
    "recipes": _recipes,
    "methods": _methods,
    "tokenisations": _tokenisations,
    "columns": _columns,
}

# The command `rightreasons card RUN`.


CardRun = Annotated[str, Argument("RUN", "Run folder of audit or probe.")]
CardFormat = Annotated[Literal["md", "json"], Option("YAML and Markdown, as a README begins, or both apart.")]


def card(
    run: CardRun,
    judging: JudgingOptions,
    format: CardFormat = "md",  # noqa: A002 - the option is called --format
) -> None:
    """Print a bias card of a dataset, or a shortcut card of a model."""
    from rightreasons.jobs.report import card as job

    made = job(run, policy=judging.policy, allow=judging.allow)
    if format == "json":
        write_json({"schema_version": 1, **made.to_json()})
        return
    sys.stdout.write(made.text())


# The command `rightreasons report RUN -o PATH`.


ReportRun = Annotated[str, Argument("RUN", "A sealed run folder, without its data.")]
Out = Annotated[Path, Option("File to write; a folder for csv and for charts.", name="out", short="-o")]
Format = Annotated[str | None, Option("html (the page), md, json or csv (all tables).")]
Charts = Annotated[str | None, Option("Write every chart as svg or png instead.")]


def report(
    run: ReportRun,
    out: Out,
    judging: JudgingOptions,
    format: Format = None,  # noqa: A002 - the option is called --format
    charts: Charts = None,
) -> None:
    """Write the page of a run again, its figures and tables, or its charts."""
    from rightreasons.jobs import report as jobs

    if charts is not None and format is not None:
        raise OptionError("both --format and --charts", "one of them", "call it twice")
    policy, allow = judging.policy, judging.allow
    written = (
        jobs.report(run, out, format=format or "html", policy=policy, allow=allow)
        if charts is None
        else jobs.charts(run, out, format=charts, policy=policy, allow=allow)
    )
    sys.stderr.write(f"Written to {printable(str(written), 300)}\n")


# The command `rightreasons view DIR`.


Folder = Annotated[Path, Argument("DIR", "Where the runs are, here or further down.")]
Port = Annotated[int, Option("Where to listen; 0 takes a free port.", least=0, most=65535)]
Open = Annotated[bool, Option("Open the list in the browser.", name="open")]


def view(folder: Folder = Path(), port: Port = 0, open_browser: Open = False) -> None:
    """Show the runs of a folder in the browser: on this machine alone, reading only."""
    from rightreasons.jobs.report import view as job

    with job(folder, port=port) as server:
        sys.stdout.write(f"{server.url}\n")
        sys.stdout.flush()
        sys.stderr.write("Ctrl-C ends it\n")
        if open_browser:
            import webbrowser

            webbrowser.open(server.url)
        with suppress(KeyboardInterrupt):  # the way to end it, and no failure
            server.serve_forever()
