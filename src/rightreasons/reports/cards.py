"""Cards of a run: a bias card of a dataset, a shortcut card of a model; YAML for the hub, then Markdown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from rightreasons.printable import printable
from rightreasons.reports.card_metadata import dataset_metadata, front_matter, model_metadata
from rightreasons.reports.markdown import code_block, rendered
from rightreasons.reports.results import Results, verdict

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
        Every figure: dotted name, subject, value, unit, n, interval, reason.
    """

    kind: Kind
    metadata: Mapping[str, Any]
    markdown: str
    figures: tuple[Mapping[str, Any], ...]

    def text(self) -> str:
        """Return the whole card, as a README begins."""
        return f"{front_matter(self.metadata)}\n{self.markdown}"

    def to_json(self) -> dict[str, Any]:
        """Return the card as plain JSON values."""
        return {
            "kind": self.kind,
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
    manifest = results.manifest
    roles = ["Audited", *("Scored on" for _ in manifest["data"][1:])]
    tables = list(zip(roles, manifest["data"], strict=True))
    return _card("bias", results, command, dataset_metadata(results), tables)


def shortcut_card(results: Results, command: str) -> Card:
    """Return the card of a probed model; parameters as of `bias_card`."""
    manifest = results.manifest
    tables = [("Asked", data) for data in manifest["data"]]
    others = {"Artifacts of": "train", "Labels proved on": "calibration", "Threshold fitted on": "fitting"}
    tables += [(role, manifest[key]) for role, key in others.items() if manifest.get(key)]
    return _card("shortcut", results, command, model_metadata(results), tables)


def _card(
    kind: Kind,
    results: Results,
    command: str,
    metadata: Mapping[str, Any],
    tables: list[tuple[str, Mapping[str, Any]]],
) -> Card:
    manifest, words = results.manifest, _words()[kind]
    model = manifest.get("model")
    notes = [note for finding in results.findings for note in finding.notes]
    markdown = rendered(
        "card.md",
        words=words,
        name=(model or manifest["data"][0])["name"],
        verdict=verdict(results),
        findings=results.findings,
        not_measured=results.not_measured,
        model=model,
        views=tables,
        limits=list(dict.fromkeys([*notes, *words["limits"]])),
        command=code_block(command),
        versions=manifest["versions"],
        options=manifest["options"],
    )
    return Card(kind, metadata, markdown, tuple(_figures(results)))


def _figures(results: Results) -> Iterator[Mapping[str, Any]]:
    for finding in results.findings:
        said = finding.to_json()["figures"]
        for name, figure in said.items():
            yield {"name": printable(f"{finding.measure}.{name}", 400), "subject": finding.subject, **figure}


@cache
def _words() -> Mapping[str, Any]:
    import yaml

    text = (files("rightreasons.reports") / "card_words.yaml").read_text(encoding="utf-8")
    words: Mapping[str, Any] = yaml.safe_load(text)
    return words
