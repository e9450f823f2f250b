"""The command `rightreasons probe MODEL [--on CHALLENGE|DATA ...]`."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from rightreasons.cli import options
from rightreasons.cli.options import shown_progress
from rightreasons.errors import BlockedError, IncompleteError

_MODEL, _JUDGE = "How the model is loaded", "How a chat model is asked"

Model = Annotated[
    str, typer.Argument(help="hf:, onnx:, llm:MODEL@URL, py:module:function, rule:NAME, or predictions.")
]
On = Annotated[
    list[str] | None,
    typer.Option(help="A challenge (see `rightreasons ls challenges`) or labelled data; may be given again."),
]
Collapse = Annotated[
    str, typer.Option(help="How three labels become two: argmax, or sum (needs probabilities).")
]
AllowPartial = Annotated[
    bool, typer.Option("--allow-partial", help="Score what is predicted; count the rest.")
]
Train = Annotated[
    str | None, typer.Option(help="Its artifacts divide the items; word swaps and baselines come from it.")
]
Lambda = Annotated[
    float, typer.Option("--lambda", min=0, max=1, help="Patterns with p(label | pattern) above this count.")
]
PerGroup = Annotated[
    int | None, typer.Option(min=1, help="Draw so many items of every group, with honest intervals.")
]
By = Annotated[list[str] | None, typer.Option(help="Group column of labelled data; may be given again.")]
Pairs = Annotated[
    list[str] | None, typer.Option(help="Word pairs of swaps: wordnet, or a file; may be given again.")
]
Definition = Annotated[str, typer.Option(help="Of the behaviour analysis: recommended or sanchez-2018.")]
Data = Annotated[
    str | None, typer.Option(help="Folder with the files of published challenge sets, such as breaking-nli.")
]
Calibrate = Annotated[
    str | None, typer.Option(help="Labelled data that prove the order of the labels, or name it.")
]
NoLabelCheck = Annotated[
    bool, typer.Option("--no-label-check", help="Go on whatever the order of the labels; it is recorded.")
]
Threshold = Annotated[
    float | None, typer.Option(min=0, max=1, help="From which probability on a pair counts as entailed.")
]
FitThreshold = Annotated[str | None, typer.Option(help="Labelled data that the threshold is fitted on.")]
Store = Annotated[Path | None, typer.Option(help="Keep predictions in this file, shared with other probes.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say how much would be asked, and ask nothing.")]

Name = Annotated[str | None, typer.Option(help="What to call a file of predictions.", rich_help_panel=_MODEL)]
Columns = Annotated[
    str | None,
    typer.Option(
        help="Of a file of predictions: id=..., premise=..., hypothesis=..., gold=..., predicted=..., "
        "score=... (one number) or scores=... (a list).",
        rich_help_panel=_MODEL,
    ),
]
ScoreOf = Annotated[str, typer.Option(help="What a single output is the score of.", rich_help_panel=_MODEL)]
Device = Annotated[str, typer.Option(help="auto, cpu, cuda or mps.", rich_help_panel=_MODEL)]
Dtype = Annotated[
    str, typer.Option(help="auto, fp32 or bf16 (faster, may change labels).", rich_help_panel=_MODEL)
]
BatchTokens = Annotated[
    int | None, typer.Option(min=1, help="Tokens of a batch, padding included.", rich_help_panel=_MODEL)
]
MaxLength = Annotated[
    int | None, typer.Option(min=1, help="Tokens that the model reads at most.", rich_help_panel=_MODEL)
]
LongPremises = Annotated[
    str, typer.Option(help="truncate, or windows joined by max or mean.", rich_help_panel=_MODEL)
]
Revision = Annotated[str | None, typer.Option(help="Of a hub model.", rich_help_panel=_MODEL)]
ModelVersion = Annotated[
    str | None,
    typer.Option(
        help="States the version of an API or callable, so that its answers may be used again.",
        rich_help_panel=_MODEL,
    ),
]
TrustRemoteCode = Annotated[
    bool,
    typer.Option("--trust-remote-code", help="Run code that comes with a model.", rich_help_panel=_MODEL),
]

Prompts = Annotated[
    list[str] | None,
    typer.Option("--prompt", help="A template; again: several.", rich_help_panel=_JUDGE),
]
PromptFile = Annotated[
    str | None, typer.Option(help="YAML file of further templates.", rich_help_panel=_JUDGE)
]
Concurrency = Annotated[int, typer.Option(min=1, help="Requests at once.", rich_help_panel=_JUDGE)]
Timeout = Annotated[
    float, typer.Option(min=0, help="Seconds until a request counts as lost.", rich_help_panel=_JUDGE)
]
Attempts = Annotated[
    int, typer.Option(min=1, help="How often a request is sent at most.", rich_help_panel=_JUDGE)
]
InputPrice = Annotated[
    float | None, typer.Option(min=0, help="Price of a million tokens read.", rich_help_panel=_JUDGE)
]
OutputPrice = Annotated[
    float | None, typer.Option(min=0, help="Price of a million tokens written.", rich_help_panel=_JUDGE)
]


def probe(
    model: Model,
    on: On = None,
    train: Train = None,
    data: Data = None,
    threshold: Threshold = None,
    fit_threshold: FitThreshold = None,
    calibrate: Calibrate = None,
    no_label_check: NoLabelCheck = False,
    per_group: PerGroup = None,
    by: By = None,
    pairs: Pairs = None,
    definition: Definition = "recommended",
    pattern_threshold: Lambda = 0.8,
    collapse: Collapse = "argmax",
    allow_partial: AllowPartial = False,
    label_map: options.LabelMap = None,
    score_of: ScoreOf = "entailment",
    columns: Columns = None,
    name: Name = None,
    device: Device = "auto",
    dtype: Dtype = "auto",
    batch_tokens: BatchTokens = None,
    max_length: MaxLength = None,
    long_premises: LongPremises = "truncate",
    revision: Revision = None,
    model_version: ModelVersion = None,
    trust_remote_code: TrustRemoteCode = False,
    prompts: Prompts = None,
    prompt_file: PromptFile = None,
    concurrency: Concurrency = 8,
    timeout: Timeout = 60.0,
    attempts: Attempts = 6,
    input_price: InputPrice = None,
    output_price: OutputPrice = None,
    store: Store = None,
    policy: options.Policy = None,
    allow: options.Allow = None,
    seed: options.Seed = 2019,
    dry_run: DryRun = False,
    as_json: options.AsJson = False,
    out: options.Out = None,
    config: options.Config = None,  # noqa: ARG001 - its callback has already made it the defaults
) -> None:
    """Tell which shortcuts a model takes."""
    judge = {
        "prompts": tuple(prompts or ()),
        "prompt_file": prompt_file,
        "concurrency": concurrency,
        "timeout": timeout,
        "attempts": attempts,
        "input_price": input_price,
        "output_price": output_price,
    }
    loading = {
        "label_map": label_map,
        "score_of": score_of,
        "columns": options.parsed_columns(columns),
        "name": name,
        "threshold": threshold,
        "device": device,
        "dtype": dtype,
        "batch_tokens": batch_tokens,
        "max_length": max_length,
        "long_premises": long_premises,
        "revision": revision,
        "model_version": model_version,
        "trust_remote_code": trust_remote_code,
    }
    probing = {
        "collapse": collapse,
        "allow_partial": allow_partial,
        "seed": seed,
        "pattern_threshold": pattern_threshold,
        "per_group": per_group,
        "by": tuple(by or ()),
        "pairs": tuple(pairs or ("wordnet",)),
        "definition": definition,
        "label_check": not no_label_check,
        "data": data,
    }
    tables = {"train": train, "calibrate": calibrate, "fit_threshold": fit_threshold, "store": store}
    said = {**probing, **_loading(loading, judge), **tables}
    if dry_run:
        _show_plan(model, on or (), said, as_json=as_json)
        return
    judging = {"policy": policy, "allow": allow or ()}
    _show(model, on or (), said | judging, out, as_json=as_json)


def _show(model: str, on: Any, said: dict[str, Any], out: Path | None, *, as_json: bool) -> None:
    from rightreasons.jobs.probe import probe as job

    with shown_progress() as progress:
        done = job(model, on, out=out, progress=progress, **said)
    if as_json:
        payload = {"schema_version": 1, "probes": [done.to_json()]}
        sys.stdout.write(json.dumps(payload, ensure_ascii=True, allow_nan=False, indent=1) + "\n")
    else:
        from rightreasons.reports.terminal import PROBES, print_results

        print_results(done, PROBES)
    if done.incomplete:
        where = "start the same command again: it asks only for what is missing"
        raise IncompleteError(
            "; ".join(done.incomplete), "an answer to every item", where if out else "give -o to go on later"
        )
    if done.verdict.blockers:
        worst = done.verdict.blockers[0]
        raise BlockedError(
            f"{worst.code}: {worst.sentence}",
            "figures that can be read as they stand",
            f"{worst.remedy} (--allow {worst.code} waives it, by name)",
        )


def _show_plan(model: str, on: Any, said: dict[str, Any], *, as_json: bool) -> None:
    from dataclasses import asdict

    from rightreasons.jobs.probe import dry_run

    rows = [asdict(each) for each in dry_run(model, on, **said)]
    if as_json:
        sys.stdout.write(json.dumps(rows, indent=1) + "\n")
        return
    from rightreasons.reports.reproduce_terminal import print_plan

    print_plan(rows)


def _loading(loading: dict[str, Any], judge: dict[str, Any]) -> dict[str, Any]:
    from rightreasons.errors import OptionError
    from rightreasons.labels import label_named, parse_label_map
    from rightreasons.predictors.options import JudgeOptions
    from rightreasons.printable import printable

    score_of = label_named(loading["score_of"])
    if score_of is None:
        raise OptionError(
            f"'{printable(loading['score_of'])}' for --score-of", "the name of a label", "correct it"
        )
    said = parse_label_map(loading["label_map"]) if loading["label_map"] else None
    return {**loading, "label_map": said, "score_of": score_of, "judge": JudgeOptions(**judge)}
