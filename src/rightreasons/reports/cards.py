"""Cards of a run: a bias card of a dataset, a shortcut card of a model; YAML for the hub, then Markdown."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Literal

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.printable import printable
from rightreasons.reports.markdown import code_block, rendered
from rightreasons.reports.results import Results, applying, judged_issues, reason_of, spoilt_by
from rightreasons.reports.tested import scope_lines
from rightreasons.runs.manifest import DataRead, Manifest
from rightreasons.sources.names import distinct_names

# The YAML at the head of a card, in the form of Hugging Face dataset and model cards.


TASK = {"type": "text-classification", "name": "Natural Language Inference"}
TAGS = ("natural-language-inference", "rightreasons")
_SIZES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
    (100_000_000, "10M<n<100M"),
)
_LARGEST = "100M<n<1B"
_PLAIN = re.compile(r"[A-Za-z][A-Za-z_./<>-]*")


def dataset_metadata(manifest: Manifest) -> dict[str, Any]:
    """Return the metadata of a dataset card; what the run does not know (language, licence) is left out."""
    return {
        "pretty_name": printable(manifest.data[0].name),
        "task_categories": [TASK["type"]],
        "task_ids": [TAGS[0]],
        "size_categories": [_size(sum(data.rows for data in manifest.data))],
        "tags": list(TAGS),
    }


def model_metadata(manifest: Manifest, findings: Sequence[Finding]) -> dict[str, Any]:
    """Return the metadata of a model card, with the accuracies of every challenge as ``model-index``.

    Parameters
    ----------
    manifest
        Of the probe.
    findings
        Those whose figures can be used.
    """
    name = printable("model" if manifest.model is None else manifest.model.name)
    scored = [finding for finding in findings if finding.role == "score"]
    types = distinct_names([_identifier(finding.name) for finding in scored], "{}-{}")
    found = [_result(finding, each) for finding, each in zip(scored, types, strict=True)]
    with_metrics = [result for result in found if result["metrics"]]
    index = {"model-index": [{"name": name, "results": with_metrics}]} if with_metrics else {}
    return {"tags": list(TAGS), "metrics": ["accuracy"], **index}


def front_matter(metadata: Mapping[str, Any]) -> str:
    """Return metadata as YAML between two lines of ``---``; names that are no plain words are quoted."""
    import yaml

    class Dumper(yaml.SafeDumper):
        """Quotes whatever another version of YAML might take for something else than text."""

    def represented(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
        style = None if _PLAIN.fullmatch(text) else '"'
        return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)

    Dumper.add_representer(str, represented)
    # Lines are as long as they need to be: an escape at a line's end is where readers of YAML differ.
    text = yaml.dump(dict(metadata), Dumper=Dumper, sort_keys=False, allow_unicode=True, width=1_000_000)
    return f"---\n{text}---\n"


def _result(finding: Finding, dataset_type: str) -> dict[str, Any]:
    return {
        "task": dict(TASK),
        "dataset": {"type": dataset_type, "name": printable(finding.name)},
        "metrics": [_metric(finding, figure) for figure in _shown(finding)],
    }


def _shown(finding: Finding) -> Iterator[Figure]:
    """Yield accuracy over all, by gold label, and by the first of the groups."""
    accuracies = [each for each in finding.figures.where("accuracy") if each.value is not None and each.n]
    columns = [tuple(figure.group) for figure in accuracies]
    first = next((group for group in columns if group), ())
    for names in ((), first) if first else ((),):
        yield from (figure for figure in accuracies if tuple(figure.group) == names)


def _metric(finding: Finding, figure: Figure) -> dict[str, Any]:
    shown = printable(finding.dotted(figure.name), 200)
    return {"type": "accuracy", "value": figure.value, "name": shown, "args": _support(figure)}


def _support(figure: Figure) -> dict[str, Any]:
    interval = figure.interval
    if interval is None:
        return {"n": figure.n}
    return {"n": figure.n, "low": interval.low, "high": interval.high, "level": interval.level}


def _size(rows: int) -> str:
    return next((name for limit, name in _SIZES if rows < limit), _LARGEST)


def _identifier(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-") or "data"


Kind = Literal["bias", "shortcut"]


@dataclass(frozen=True)
class Card:
    """A card.

    Parameters
    ----------
    kind
        ``"bias"`` of a dataset, ``"shortcut"`` of a model.
    metadata
        What stands in the YAML at its head.
    markdown
        Everything below.
    figures
        Every figure that can be used: dotted name, subject, value, unit, n, interval, reason.
    verdict
        What the run amounts to, as JSON values.
    """

    kind: Kind
    metadata: Mapping[str, Any]
    markdown: str
    figures: tuple[Mapping[str, Any], ...]
    verdict: Mapping[str, Any]

    def text(self) -> str:
        """Return the whole card, as a README begins."""
        return f"{front_matter(self.metadata)}\n{self.markdown}"

    def to_json(self) -> dict[str, Any]:
        """Return the card as plain JSON values."""
        return {
            "kind": self.kind,
            "verdict": dict(self.verdict),
            "metadata": dict(self.metadata),
            "markdown": self.markdown,
            "figures": [dict(figure) for figure in self.figures],
        }


def bias_card(results: Results, command: str) -> Card:
    """Return the card of an audited dataset.

    Parameters
    ----------
    results
        The result of an audit.
    command
        The command that made it.
    """
    data = results.manifest.data
    roles = ["Audited", *("Scored on" for _ in data[1:])]
    return _card("bias", results, command, list(zip(roles, data, strict=True)))


def shortcut_card(results: Results, command: str) -> Card:
    """Return the card of a probed model; parameters as of `bias_card`."""
    manifest = results.manifest
    scored = [("Asked", data) for data in manifest.data]
    others = [
        ("Artifacts of", manifest.train),
        ("Labels proved on", manifest.calibration),
        ("Threshold fitted on", manifest.fitting),
    ]
    read = [*scored, *((role, data) for role, data in others if data is not None)]
    return _card("shortcut", results, command, read)


def _card(kind: Kind, results: Results, command: str, data: Sequence[tuple[str, DataRead]]) -> Card:
    manifest, words = results.manifest, _words()[kind]
    usable, left_out = _usable(results)
    notes = [note for finding in usable for note in finding.notes]
    markdown = rendered(
        "card.md",
        words=words,
        name=(manifest.model or manifest.data[0]).name,
        verdict=results.verdict,
        issues=judged_issues(results),
        findings=usable,
        left_out=left_out,
        tested=scope_lines(results.verdict),
        model=manifest.model,
        data=data,
        limits=list(dict.fromkeys([*notes, *words["limits"]])),
        command=code_block(command),
        versions=manifest.versions,
        options=manifest.options,
    )
    metadata = dataset_metadata(manifest) if kind == "bias" else model_metadata(manifest, usable)
    return Card(kind, metadata, markdown, tuple(_figures(usable)), results.verdict.to_json())


def _usable(results: Results) -> tuple[list[Finding], list[tuple[Finding, str]]]:
    """Return the findings whose figures can be used, and the others with the reason."""
    judged = [(finding, spoilt_by(results, finding)) for finding in applying(results.findings)]
    usable = [finding for finding, issue in judged if issue is None]
    return usable, [(finding, reason_of(issue)) for finding, issue in judged if issue is not None]


def _figures(findings: Sequence[Finding]) -> Iterator[Mapping[str, Any]]:
    for finding in findings:
        for name, figure in finding.figures.items():
            given = {"name": printable(finding.dotted(name), 400), "subject": finding.subject}
            yield {**given, **asdict(figure.estimate)}


@cache
def _words() -> Mapping[str, Any]:
    words: Mapping[str, Any] = packaged_yaml("rightreasons.reports", "card_words.yaml")
    return words
