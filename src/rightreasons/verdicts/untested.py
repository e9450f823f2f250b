"""What a run tested of shortcuts, what it did not test for want of inputs, and how these are given."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from rightreasons.findings import Finding
from rightreasons.measures import MODEL_MEASURES
from rightreasons.measures.lacks import OF_AUDIT, OF_PROBE, Lack
from rightreasons.predictions import FILE_LABELS
from rightreasons.references import NotTested
from rightreasons.registry import required
from rightreasons.runs.manifest import DataRead, Manifest
from rightreasons.sentences.templates import fill
from rightreasons.verdicts.record import Record, taken

SHORTCUTS = "shortcuts"
"""What a comparison or a training did not test that has no set which would show them; no measure."""
HANS = "heuristics of HANS"
"""What a comparison did not test that shows shortcuts otherwise; no measure."""
OF_SHORTCUTS = (
    "premise_use",
    "accuracy_by_artifact",
    "behaviour",
    "easy_hard_accuracy",
    "artifact_agreement",
    "controls",
)
"""Measures of a model that show whether it takes shortcuts."""
DESCRIBED = ("easy_hard", "people_beside", "premise_coverage", "training", "training_dynamics")
"""Measures that describe and that no rule judges: nothing was tested by them."""
_ON_HANS = ("compare", "compare_seeds")
"""Measures of a comparison that are taken by heuristic where there are some."""
_NO_TEXTS = Lack(
    "ids and no sentences",
    "both texts of each item",
    "add both texts of each item to the file",
    "both texts of each item in the file",
)
_OF_TEXTS = ("train", "train_patterns", "answered")
"""Inputs of measures that a file without texts cannot give, whatever else is given."""
IN_A_TEST = "a test set"
"""The set that a measure of an audit was not taken of, where none was given."""


def shortcuts_tested(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Return the names of findings that show whether a model takes shortcuts, each once."""
    return tuple(dict.fromkeys(each.name for each in findings if each.tests_shortcuts))


def judged(record: Record) -> Iterator[Finding]:
    """Yield the findings that rules judge."""
    return (finding for finding in record.findings if finding.measure not in DESCRIBED)


def not_given(record: Record) -> Iterator[NotTested]:
    """Yield what was not tested since the manifest lacks what it needs."""
    job = record.manifest.job
    if job == "probe":
        yield from _of_a_model(record)
    elif job == "audit" and len(record.manifest.data) == 1 and any(taken(record, "similar_pairs")):
        yield NotTested("similar_pairs", IN_A_TEST, _reason(OF_AUDIT["test"]), OF_AUDIT["test"].remedy)
    elif job in ("compare", "train") and not any(each.tests_shortcuts for each in record.findings):
        yield NotTested(SHORTCUTS, None, fill(f"not_tested.{job}_reason"), fill(f"not_tested.{job}_remedy"))
    elif job == "compare" and not any(
        each.tests_shortcuts and each.measure in _ON_HANS for each in record.findings
    ):
        of_files = all(run.is_file for run in record.manifest.runs)
        reason, remedy = (
            ("answers_reason", "answers_remedy") if of_files else ("hans_reason", "compare_remedy")
        )
        yield NotTested(HANS, None, fill(f"not_tested.{reason}"), fill(f"not_tested.{remedy}"))


def _of_a_model(record: Record) -> Iterator[NotTested]:
    """Yield the measures of a model that were not taken since the manifest lacks what they need."""
    lacking = _lacking(record.manifest)
    found, missing = record.findings, record.not_measured
    dealt_with = {each.measure for each in found} | {each.measure for each in missing}
    for name, target in MODEL_MEASURES.targets().items() if lacking else ():
        lack = next((lacking[each] for each in _needed(target) if each in lacking), None)
        if lack is not None and name not in dealt_with:
            yield NotTested(name, None, _reason(lack), lack.remedy)


def _reason(lack: Lack) -> str:
    """Return what a measure needs, or what is not there."""
    return fill("not_tested.needs", need=lack.need) if lack.need else lack.reason


def _lacking(manifest: Manifest) -> Mapping[str, Lack]:
    """Return inputs of measures that a probe was not given; of swap sets only their findings tell."""
    if manifest.data and all(_has_no_texts(data) for data in manifest.data):
        asked = dict.fromkeys(("swaps", "changeable"), OF_PROBE["declared"])
        return {**dict.fromkeys(_OF_TEXTS, _NO_TEXTS), **asked}
    found = {"swaps": OF_PROBE["swaps"]}
    if manifest.train is None:
        found |= {name: OF_PROBE[name] for name in ("train", "train_patterns")}
    if not manifest.controls_on:
        is_saved = manifest.model is not None and not manifest.model.labels
        found["changeable"] = OF_PROBE["declared" if is_saved else "changeable"]
    return found


def _has_no_texts(data: DataRead) -> bool:
    """Return whether items are those of a file of answers that has no texts."""
    return data.name == FILE_LABELS and str(fill("probed.ids_only")) in data.notes


@cache
def _needed(target: str) -> tuple[str, ...]:
    return tuple(required(target))
