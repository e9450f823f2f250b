"""From what a server answered to labels, probabilities, and the reasons why there are none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import polars as pl

from rightreasons.labels import Label
from rightreasons.pairs import LABEL_TYPE, PairTable, Provenance
from rightreasons.predictions import Predictions
from rightreasons.predictors.llm.answers import parsed, why_not
from rightreasons.predictors.llm.logprobs import label_probabilities
from rightreasons.predictors.llm.prompts import Prompt
from rightreasons.predictors.llm.replies import Reply
from rightreasons.predictors.llm.usage import used
from rightreasons.predictors.options import JudgeOptions
from rightreasons.predictors.predictor import Batch, Detail


@dataclass(frozen=True)
class Judgement:
    """What one answer says.

    Parameters
    ----------
    label
        The label, or None.
    reason
        Why there is no label.
    probabilities
        Probability by label; empty where the label was read from the text.
    """

    label: Label | None
    reason: str | None = None
    probabilities: Mapping[Label, float] = field(default_factory=dict)


def judgement(reply: Reply, prompt: Prompt) -> Judgement:
    """Return what an answer says: by the probabilities of its first token, or else by a strict parse."""
    if reply.refused:
        return Judgement(None, "refused")
    if reply.finish == "too long":
        return Judgement(None, "too long")
    probabilities = label_probabilities(reply.alternatives or (), prompt)
    if probabilities is not None:
        return Judgement(max(probabilities, key=lambda label: probabilities[label]), None, probabilities)
    label = None if reply.finish == "length" else parsed(reply.text, prompt)
    return Judgement(label, None if label else why_not(reply.text, reply.finish))


def batches_of(
    answers: Sequence[tuple[str, Reply]], prompt: Prompt, options: JudgeOptions, name: str
) -> list[Batch]:
    """Return answers as batches: one of those with probabilities, one of the others.

    Parameters
    ----------
    answers
        Id and answer.
    prompt, options
        What was asked, and how.
    name
        The model.
    """
    judged = {identifier: judgement(reply, prompt) for identifier, reply in answers}
    replies = dict(answers)
    certain = [identifier for identifier, each in judged.items() if each.probabilities]
    others = [identifier for identifier in judged if not judged[identifier].probabilities]
    return [
        Batch(
            _predictions({identifier: judged[identifier] for identifier in ids}, prompt, name),
            {identifier: reason for identifier in ids if (reason := judged[identifier].reason) is not None},
            {identifier: _details(replies[identifier], judged[identifier], options) for identifier in ids},
        )
        for ids in (certain, others)
        if ids
    ]


def joined(
    parts: Sequence[Predictions], pairs: PairTable, labels: tuple[Label, ...], name: str
) -> Predictions:
    """Return predictions of parts of the pairs in one, in the order of the pairs.

    Pairs without a label are left out; probabilities stay if all labels have them.
    """
    some = [part.frame for part in parts if len(part)]
    if not all(part.has_probabilities for part in parts if len(part)):
        some = [frame.select("id", "label") for frame in some]
    empty = pl.DataFrame(schema={"id": pl.String, "label": LABEL_TYPE})
    frame = pl.concat(some) if some else empty
    ordered = pairs.frame.select("id").join(frame, on="id", how="inner", maintain_order="left")
    return Predictions(ordered, labels, Provenance(name))


def _predictions(judged: Mapping[str, Judgement], prompt: Prompt, name: str) -> Predictions:
    found = {identifier: each for identifier, each in judged.items() if each.label is not None}
    labels = pl.Series("label", [each.label for each in found.values()], dtype=LABEL_TYPE)
    frame = pl.DataFrame([pl.Series("id", list(found), dtype=pl.String), labels])
    if any(each.probabilities for each in found.values()):
        columns = {
            label.value: [each.probabilities[label] for each in found.values()] for label in prompt.labels
        }
        frame = frame.hstack(pl.DataFrame(columns))
    return Predictions(frame, prompt.labels, Provenance(name))


def _details(reply: Reply, judged: Judgement, options: JudgeOptions) -> Mapping[str, Detail]:
    said: dict[str, Detail] = dict(used(reply, options))
    if judged.label is not None:
        said["label_from"] = "logprobs" if judged.probabilities else "text"
    if reply.left_out:
        said["left_out"] = ", ".join(reply.left_out)
    return said
