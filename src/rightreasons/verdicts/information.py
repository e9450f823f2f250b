"""Rules of bits, people's labels and items that belong together: what parts of a pair and a model know."""

from collections.abc import Iterator

from rightreasons.issues import Issue
from rightreasons.sentences.templates import fill
from rightreasons.verdicts.policy import Policy
from rightreasons.verdicts.record import Record, high, issue, low, measured, taken, value

ADDS = {
    "verdict_rule": [
        "information_of_parts",
        "information_of_the_model",
        "minimal_pairs",
        "labels_of_people",
        "label_sets",
        "suspected_labels",
    ]
}

_PARTS = (
    ("hypothesis", "hypothesis_only", "V201.bits", "V309.bits_of_hypothesis"),
    ("premise", "premise_only", "V208.bits", "V309.bits_of_premise"),
    ("length", "length_only", "V204.bits", "V309.bits_of_length"),
    ("overlap", "overlap_only", "V205.bits", "V309.bits_of_overlap"),
)
"""Input, the baseline that says the same in accuracy, and what is said of bits that matter and of fewer."""

_KINDS = ("stated", "same_hypothesis", "contrast")


def information_of_parts(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find parts of a pair that tell the label, in audits that did not take the baseline of that part."""
    for finding in taken(record, "usable_information"):
        for part, baseline, matters, little in _PARTS:
            known = measured(finding, f"{part}.information")
            if known is None or low(known) <= 0 or any(taken(record, baseline)):
                continue
            sentence = matters if value(known) >= policy.size("bits") else little
            said = fill(sentence, known=known, entropy=finding.figures["label_entropy"])
            yield issue(sentence.split(".")[0], policy, said, finding, (known.name, "label_entropy"))


def information_of_the_model(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find models whose probabilities, calibrated, tell no more of gold than the hypothesis alone does."""
    for finding in taken(record, "model_information"):
        known, alone = (measured(finding, each) for each in ("calibrated", "hypothesis.information"))
        if known is None:
            continue
        shown = {"data": finding.on, "known": known, "entropy": finding.figures["label_entropy"]}
        if low(known) <= 0 or high(known) < policy.size("bits"):
            yield issue("V346", policy, fill("V346.nothing", **shown), finding, (known.name,))
        elif alone is not None and high(known) <= value(alone):
            said = fill("V346.no_more", **shown, alone=alone)
            yield issue("V346", policy, said, finding, (known.name, alone.name))


def minimal_pairs(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find models that are right on whole groups less often than if they answered each item by itself."""
    for finding in taken(record, "minimal_pairs"):
        for kind in _KINDS:
            together, apart = (measured(finding, f"{kind}.{each}") for each in ("consistency", "independent"))
            if together is None or apart is None or high(together) >= value(apart):
                continue
            said = fill(f"V347.{kind}", data=finding.on, consistency=together, independent=apart)
            yield issue("V347", policy, said, finding, (together.name, apart.name))


def labels_of_people(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find models that are farther from people's labels than the mean labels of other items are."""
    for finding in taken(record, "human_labels"):
        model, prior = (measured(finding, f"{each}.jensen_shannon") for each in ("model", "prior"))
        if model is None or prior is None or low(model) <= high(prior):
            continue
        said = fill("V348.farther", data=finding.on, model=model, prior=prior)
        yield issue("V348", policy, said, finding, (model.name, prior.name))


def label_sets(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find models that name a right label of items with several no more often than chance does."""
    for finding in taken(record, "label_sets"):
        named, chance = (measured(finding, f"several_labels.{each}") for each in ("any_of", "by_chance"))
        if named is None or chance is None or low(named) > value(chance):
            continue
        said = fill("V349.chance", data=finding.on, named=named, chance=chance)
        yield issue("V349", policy, said, finding, (named.name, chance.name))


def suspected_labels(record: Record, policy: Policy) -> Iterator[Issue]:
    """Tell of which items a model is confident of another label than gold, where they are not few."""
    for finding in taken(record, "label_errors"):
        share = measured(finding, "suspected")
        if share is None or low(share) < policy.size("suspected"):
            continue
        said = fill("V406.suspected", data=finding.on, share=share)
        yield issue("V406", policy, said, finding, (share.name,))
