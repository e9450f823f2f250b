"""Models that note what they were asked for and fail where they are told to, and pairs to ask them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import polars as pl
from hypothesis import strategies as st

from rightreasons.labels import THREE_WAY, Label
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.predictions import Predictions
from rightreasons.predictors.identity import Identity
from rightreasons.predictors.response import Detail, Response, Responses, responses_of

Texts = Sequence[tuple[str, str]]
Fault = Callable[[str], BaseException | None]
unicode = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


def table(texts: Texts, prefix: str = "i") -> PairTable:
    rows = [(f"{prefix}{row}", *pair, "neutral") for row, pair in enumerate(texts)]
    text = pl.String()
    schema = {"id": text, "premise": text, "hypothesis": text, "label": LABEL_TYPE}
    return PairTable(
        pl.DataFrame(rows, schema, orient="row"), Provenance("pairs"), Account(len(rows), len(rows))
    )


def numbered(rows: int, first: int = 0) -> PairTable:
    return table([("A premise", str(row)) for row in range(first, first + rows)])


def label_of(hypothesis: str) -> Label:
    return THREE_WAY[sum(hypothesis.encode()) % 3]


def never(hypothesis: str) -> None:
    """No fault."""


def labelled(pairs: PairTable) -> Predictions:
    """The label of a hypothesis, and probabilities that go with it."""
    labels = [label_of(each) for each in pairs.hypotheses]
    columns = {label.value: [0.8 if frame is label else 0.1 for frame in labels] for label in THREE_WAY}
    frame = pairs.frame.select("id").with_columns(pl.Series("label", labels, dtype=LABEL_TYPE))
    return Predictions(frame.with_columns(pl.DataFrame(columns)), THREE_WAY, Provenance("model"))


def labels(responses: Responses) -> dict[str, str]:
    return dict(responses.predictions.frame.select("id", "label").iter_rows())


@dataclass
class Model:
    """A model that notes what it was asked for, and fails where it is told to."""

    fault: Fault = never
    checksum: str | None = "1"
    asked: list[str] = field(default_factory=list)
    name: str = "model"
    labels: tuple[Label, ...] = THREE_WAY

    @property
    def identity(self) -> Identity:
        return Identity("test", self.name, THREE_WAY, checksum=self.checksum)

    def predict(self, pairs: PairTable) -> Predictions:
        for hypothesis in pairs.hypotheses:
            fault = self.fault(hypothesis)
            if fault is not None:
                raise fault
        self.asked.extend(pairs.hypotheses.to_list())
        return labelled(pairs)


@dataclass
class Stream(Model):
    """A model that answers in batches of ten, the last pair first."""

    unanswered: Mapping[str, str] = field(default_factory=dict)
    details: Mapping[str, Mapping[str, Detail]] = field(default_factory=dict)

    def batches(self, pairs: PairTable) -> Iterator[Mapping[str, Response]]:
        backwards = replace(pairs, frame=pairs.frame.reverse())
        for start in range(0, len(pairs), 10):
            batch = replace(backwards, frame=backwards.frame.slice(start, 10))
            predictions = self.predict(batch)
            text = dict(zip(batch.frame["id"], batch.hypotheses, strict=True))
            silent = {key: self.unanswered[found] for key, found in text.items() if found in self.unanswered}
            details = {key: self.details[found] for key, found in text.items() if found in self.details}
            answered = replace(predictions, frame=predictions.frame.filter(~pl.col("id").is_in(list(silent))))
            responses = {**responses_of(answered)}
            responses |= {key: Response(unanswered=reason) for key, reason in silent.items()}
            yield {key: replace(each, details=details.get(key, {})) for key, each in responses.items()}


def on(*faulty: str) -> Fault:
    known = set(faulty)
    return lambda hypothesis: ValueError(f"cannot read\x1b {hypothesis}") if hypothesis in known else None
