"""The YAML at the head of a card, in the form of Hugging Face dataset and model cards."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.printable import printable
from rightreasons.runs.manifest import Manifest
from rightreasons.sources.opening.listings import distinct_names

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
    """Yield accuracy over all and by gold label; that by group stands in the card."""
    for figure in finding.figures.where("accuracy"):
        if figure.value is not None and figure.n and not figure.group:
            yield figure


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
