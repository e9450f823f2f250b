"""Rules of what a run is about: what was not measured, what is a sample, made up, or not English."""

from collections.abc import Iterator

from rightreasons.issues import Issue
from rightreasons.printable import printable
from rightreasons.text.language import UNKNOWN
from rightreasons.verdicts.policy import Policy
from rightreasons.verdicts.record import Record, issue, scores

ADDS = {"verdict_rule": ["not_measured", "samples", "demonstration", "another_language"]}


def not_measured(record: Record, policy: Policy) -> Iterator[Issue]:
    """Say what could not be measured."""
    if record.not_measured:
        named = ", ".join(printable(name, 60) for name in list(record.not_measured)[:5])
        more = len(record.not_measured) - 5
        yield issue(
            "V402",
            policy,
            f"Not measured: {named}{f' and {more} more' if more > 0 else ''}.",
        )


def samples(record: Record, policy: Policy) -> Iterator[Issue]:
    """Say of which sets items were drawn."""
    for finding in scores(record):
        size, items = finding.settings.get("sampled_from"), finding.settings.get("items")
        if isinstance(size, int) and isinstance(items, int) and items < size:
            yield issue(
                "V403",
                policy,
                f"{printable(finding.measure, 120)} is a sample: {items:,} of {size:,} items.",
                finding,
            )


def demonstration(record: Record, policy: Policy) -> Iterator[Issue]:
    """Say that the data are the bundled ones."""
    if record.manifest.bundled:
        yield issue(
            "V404",
            policy,
            "The data are the bundled demonstration corpus, whose artifacts were planted.",
        )


def another_language(record: Record, policy: Policy) -> Iterator[Issue]:
    """Say of which sets the sentences are not English."""
    manifest = record.manifest
    used = (*manifest.data, manifest.train, manifest.calibration, manifest.fitting)
    foreign = {data.name: data.language for data in used if data is not None and data.language}
    if foreign:
        named = ", ".join(f"{printable(name, 120)} ({_called(code)})" for name, code in foreign.items())
        yield issue(
            "V318",
            policy,
            f"Not English: {named}. What needs English words was not measured on them.",
        )


def _called(code: str) -> str:
    return "hardly an English function word" if code == UNKNOWN else printable(code, 40)
