"""Rules of easy items: a model that is right where artifacts help, by training or by the evaluated texts."""

from collections.abc import Iterator

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.issues import Issue
from rightreasons.sentences.templates import fill
from rightreasons.verdicts.policy import Policy
from rightreasons.verdicts.record import Record, issue, low, measured, taken, there, value

ADDS = {"verdict_rule": ["easy_and_hard", "by_artifact"]}
ARTIFACTS = ("hypothesis", "patterns", "words", "overlap", "length", "form")


def easy_and_hard(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find models that are right where the patterns of their training data help."""
    for finding in taken(record, "easy_hard_accuracy"):
        names = ("gap", "easy", "hard", "detectable")
        gap, easy, hard, detectable = (measured(finding, name) for name in names)
        if easy is not None and hard is not None and _matters(gap, policy):
            yield issue(
                "V336",
                policy,
                fill("V336.easy", model=finding.subject, easy=easy, hard=hard, gap=gap),
                finding,
                ("gap", "easy", "hard"),
            )
        elif easy is not None and hard is not None and _would_miss(gap, detectable, policy):
            shown = {"easy": easy, "hard": hard, "gap": gap, "detectable": detectable}
            sentence = fill("V345.gap", model=finding.subject, **shown)
            yield issue("V345", policy, sentence, finding, ("gap", "easy", "hard", "detectable"))


def by_artifact(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find models that are right where an artifact of the evaluated texts predicts the label."""
    for finding in taken(record, "accuracy_by_artifact"):
        unanimous = measured(finding, "hypothesis.gap_unanimous")
        if unanimous is not None and _matters(unanimous, policy):
            yield issue(
                "V256",
                policy,
                fill("V256.unanimous", model=finding.subject, gap=unanimous),
                finding,
                there(finding, "hypothesis.gap_unanimous", "hypothesis.told", "hypothesis.elsewhere"),
            )
            continue
        named = (each for each in ARTIFACTS if _matters(measured(finding, f"{each}.gap"), policy))
        artifact = next(named, None)
        if artifact is not None:
            yield _gap(artifact, finding, policy)


def _gap(artifact: str, finding: Finding, policy: Policy) -> Issue:
    told, elsewhere = (finding.figures[f"{artifact}.{part}"] for part in ("told", "elsewhere"))
    shown = {"model": finding.subject, "told": told, "elsewhere": elsewhere}
    wrong = measured(finding, f"{artifact}.wrong_gold")
    if artifact != ARTIFACTS[0]:
        sentence = fill("V336.artifact", artifact=artifact_in_words(artifact), **shown)
    elif wrong is None:
        sentence = fill("V336.hypothesis_alone", **shown)
    else:
        sentence = fill("V336.hypothesis_or_gold", wrong=wrong, **shown)
    names = (f"{artifact}.gap", f"{artifact}.told", f"{artifact}.elsewhere", f"{artifact}.wrong_gold")
    return issue("V336", policy, sentence, finding, there(finding, *names))


def artifact_in_words(artifact: str) -> str:
    """Return what is called so, in words."""
    return {
        "patterns": fill("V336.by_patterns"),
        "words": fill("V336.by_words"),
        "overlap": fill("V336.by_overlap"),
        "length": fill("V336.by_length"),
        "form": fill("V336.by_form"),
    }[artifact]


def _matters(gap: Figure | None, policy: Policy) -> bool:
    """Return whether a gap is beyond chance and of a size that matters."""
    return gap is not None and low(gap) > 0 and value(gap) >= policy.size("gap")


def _would_miss(gap: Figure | None, detectable: Figure | None, policy: Policy) -> bool:
    """Return whether a gap is not shown, and one of twice the size that matters would be missed too."""
    unseen = gap is not None and low(gap) <= 0 and detectable is not None
    return unseen and value(detectable) >= policy.size("missed_gain")
