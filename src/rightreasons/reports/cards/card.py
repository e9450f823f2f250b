"""Cards of a run: a bias card of a dataset, a shortcut card of a model; YAML for the hub, then Markdown."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Literal

from rightreasons.errors import OptionError
from rightreasons.findings import Finding
from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.printable import printable
from rightreasons.reports.cards.metadata import dataset_metadata, front_matter, model_metadata
from rightreasons.reports.first_screen import first_screen
from rightreasons.reports.judged import applying, invalidated_by, judged_issues, reason_of
from rightreasons.reports.markdown import code_block, rendered
from rightreasons.reports.results import Results
from rightreasons.runs.manifest import DataRead

Kind = Literal["bias", "shortcut"]
_ISSUES = 5
"""Issues that a card in short names; the others it counts."""


@dataclass(frozen=True)
class Card:
    """A card.

    Parameters
    ----------
    kind
        ``"bias"`` of a dataset, ``"shortcut"`` of a model.
    metadata
        What stands in the YAML at its head.
    in_short
        The verdict in about twenty lines.
    markdown
        The whole card below its YAML: every figure, its definition, the data, what limits them.
    figures
        Every figure that can be used: dotted name, subject, value, unit, n, interval, reason.
    verdict
        What the run amounts to, as JSON values.
    """

    kind: Kind
    metadata: Mapping[str, Any]
    in_short: str
    markdown: str
    figures: tuple[Mapping[str, Any], ...]
    verdict: Mapping[str, Any]

    def text(self, *, full: bool = True) -> str:
        """Return the card as a README begins: the whole of it, or in short."""
        return f"{front_matter(self.metadata)}\n{self.markdown if full else self.in_short}"

    def model_index(self) -> str:
        """Return the results alone, as YAML that goes into the head of a model card there is.

        Raises
        ------
        OptionError
            If the card has none: of a dataset, or without a figure that can be used.
        """
        if "model-index" not in self.metadata:
            raise OptionError(
                f"--model-index of a {self.kind} card without results of a model",
                "a run of probe with an accuracy that can be read",
                "name another run",
            )
        return front_matter({"model-index": self.metadata["model-index"]})

    def to_json(self) -> dict[str, Any]:
        """Return the card as plain JSON values."""
        return {
            "kind": self.kind,
            "verdict": dict(self.verdict),
            "metadata": dict(self.metadata),
            "in_short": self.in_short,
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
    issues = judged_issues(results)
    both: dict[str, Any] = {
        "words": words,
        "name": (manifest.model or manifest.data[0]).name,
        "screen": first_screen(results),
        "data": data,
        "command": code_block(command),
    }
    graver = [each for each in issues if each.severity != "note"]
    in_short = rendered(
        "card_in_short.md", shown=graver[:_ISSUES], more=len(issues) - len(graver[:_ISSUES]), **both
    )
    markdown = rendered(
        "card.md",
        issues=issues,
        findings=usable,
        left_out=left_out,
        model=manifest.model,
        limits=list(dict.fromkeys([*notes, *words["limits"]])),
        versions=manifest.versions,
        options=manifest.options,
        **both,
    )
    metadata = dataset_metadata(manifest) if kind == "bias" else model_metadata(manifest, usable)
    return Card(kind, metadata, in_short, markdown, tuple(_figures(usable)), results.verdict.to_json())


def _usable(results: Results) -> tuple[list[Finding], list[tuple[Finding, str]]]:
    """Return the findings whose figures can be used, and the others with the reason."""
    judged = [(finding, invalidated_by(results, finding)) for finding in applying(results.findings)]
    usable = [finding for finding, issue in judged if issue is None]
    return usable, [(finding, reason_of(issue)) for finding, issue in judged if issue is not None]


def _figures(findings: Sequence[Finding]) -> Iterator[Mapping[str, Any]]:
    for finding in findings:
        for name, figure in finding.figures.items():
            given = {"name": printable(finding.dotted(name), 400), "subject": finding.subject}
            yield {**given, **asdict(figure.estimate)}


@cache
def _words() -> Mapping[str, Any]:
    words: Mapping[str, Any] = packaged_yaml(__package__, "words.yaml")
    return words
