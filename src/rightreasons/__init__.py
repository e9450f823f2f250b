"""Tests whether an NLI dataset can be solved, or an NLI model is correct, for the wrong reasons.

The public names are loaded when they are first used, so that ``import rightreasons`` stays quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rightreasons.artifacts.patterns.pattern_set import PatternSet
    from rightreasons.debiasing.downsampling import downsample
    from rightreasons.findings import Finding
    from rightreasons.jobs.audit import audit
    from rightreasons.jobs.auditing.taking import Audit
    from rightreasons.jobs.card import card
    from rightreasons.jobs.compare import Comparison, compare
    from rightreasons.jobs.discover import discover
    from rightreasons.jobs.discovering.result import Discovered
    from rightreasons.jobs.gate import Gate, gate
    from rightreasons.jobs.probe import Probe, probe
    from rightreasons.jobs.result_methods import Run, read_run
    from rightreasons.jobs.train import train
    from rightreasons.jobs.training.plan import Training
    from rightreasons.labels import Label
    from rightreasons.measures.model.easy_hard_accuracy import subset_accuracy
    from rightreasons.pairs import PairTable
    from rightreasons.papers.reproduce import reproduce
    from rightreasons.papers.reproduce_all import reproduce_all
    from rightreasons.predictions import Predictions
    from rightreasons.reports.cards.card import Card
    from rightreasons.shortcuts.evidence import Evidence, evidence_of
    from rightreasons.shortcuts.families import shortcuts_of
    from rightreasons.shortcuts.shortcut import Shortcut, Shortcuts
    from rightreasons.sources.predictions.reading import read_predictions
    from rightreasons.sources.read import read_pairs

__version__ = "0.2.0"
__all__ = [
    "audit",
    "probe",
    "train",
    "compare",
    "discover",
    "gate",
    "reproduce",
    "reproduce_all",
    "card",
    "read_pairs",
    "read_predictions",
    "read_run",
    "downsample",
    "subset_accuracy",
    "shortcuts_of",
    "evidence_of",
    "Audit",
    "Card",
    "Comparison",
    "Discovered",
    "Finding",
    "Gate",
    "Label",
    "PairTable",
    "PatternSet",
    "Predictions",
    "Probe",
    "Training",
    "Run",
    "Shortcut",
    "Shortcuts",
    "Evidence",
]

_HOMES = {
    "downsample": "debiasing.downsampling",
    "PatternSet": "artifacts.patterns.pattern_set",
    "subset_accuracy": "measures.model.easy_hard_accuracy",
    "shortcuts_of": "shortcuts.families",
    "Shortcut": "shortcuts.shortcut",
    "Shortcuts": "shortcuts.shortcut",
    "evidence_of": "shortcuts.evidence",
    "Evidence": "shortcuts.evidence",
    "audit": "jobs.audit",
    "Audit": "jobs.auditing.taking",
    "train": "jobs.train",
    "Training": "jobs.training.plan",
    "card": "jobs.card",
    "Card": "reports.cards.card",
    "gate": "jobs.gate",
    "reproduce": "papers.reproduce",
    "reproduce_all": "papers.reproduce_all",
    "Gate": "jobs.gate",
    "compare": "jobs.compare",
    "Comparison": "jobs.compare",
    "discover": "jobs.discover",
    "Discovered": "jobs.discovering.result",
    "probe": "jobs.probe",
    "Probe": "jobs.probe",
    "read_pairs": "sources.read",
    "read_predictions": "sources.predictions.reading",
    "read_run": "jobs.result_methods",
    "Run": "jobs.result_methods",
    "Finding": "findings",
    "Label": "labels",
    "PairTable": "pairs",
    "Predictions": "predictions",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'rightreasons' has no attribute '{name}'")
    return getattr(import_module(f"rightreasons.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
