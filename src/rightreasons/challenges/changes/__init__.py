"""Minimal changes of supported claims: another number, another name, the reverse, the negation.

A rule is a function ``(premise, claim, random) -> Change``; it raises `LeftOutError` where it is not sure of
the label.
"""

from rightreasons.registry import Registry

CHANGES = Registry(
    "change",
    {
        "argument-swap": "rightreasons.challenges.changes.arguments:swapped_arguments",
        "number-change": "rightreasons.challenges.changes.numbers:changed_number",
        "name-change": "rightreasons.challenges.changes.names:changed_name",
        "negation": "rightreasons.challenges.changes.sentences:negated_claim",
    },
)
