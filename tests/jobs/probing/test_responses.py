"""What a model answered without a label stays in the record: reply, reason, share of such items."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from rightreasons import probe, read_pairs
from rightreasons.jobs.making.predictions import make_predictions
from rightreasons.labels import THREE_WAY, Label
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.predictors.response import Response

GOLD = ("entailment", "neutral", "contradiction")


def pairs(rows: int, name: str = "chat") -> PairTable:
    table = read_pairs(
        [
            {"id": f"r{n}", "premise": f"{n} dogs run", "hypothesis": f"{n} dogs", "label": GOLD[n % 3]}
            for n in range(rows)
        ]
    )
    return table.named(name)


class Chat:
    """Gives a label where the number of the pair is among `read`, raises where it is among `broken`."""

    name = "chat model"
    labels = THREE_WAY

    def __init__(self, read: range, broken: range = range(0)) -> None:
        self.read, self.broken = read, broken

    def predict(self, pairs: PairTable) -> Predictions:
        raise AssertionError(f"it streams {len(pairs)} pairs")

    def batches(self, pairs: PairTable) -> Iterator[Mapping[str, Response]]:
        for key, premise in pairs.frame.select("id", "premise").iter_rows():
            number = int(premise.split()[0])
            if number in self.broken:
                raise ValueError("no memory")
            reply = Response(finish_reason="stop", input_tokens=7, output_tokens=2, milliseconds=12.5)
            if number in self.read:
                yield {key: replace(reply, label=Label.ENTAILMENT, text="Entailment.")}
            else:
                yield {key: replace(reply, unanswered="not parsed", text=f"=Well, {number}?")}


def test_items_without_a_label_stand_in_the_rows_with_reply_and_reason() -> None:
    done = probe(Chat(range(30)), pairs(90), label_check=False)
    finding, items = done.finding("chat"), done.items
    assert finding.figures["unanswered"].value == pytest.approx(60 / 90)
    assert (finding.figures["unanswered"].n, finding.figures["accuracy"].n) == (90, 30)
    assert finding.figures["accuracy_unanswered_wrong"].value == pytest.approx(10 / 90)
    assert items.height == 90
    silent = items.filter(pl.col("unanswered"))
    assert silent["id"].to_list() == [f"r{n}" for n in range(30, 90)]
    assert silent["response_text"][0] == "=Well, 30?"
    assert silent["unanswered_reason"].unique().to_list() == ["not parsed"]
    assert silent.select("predicted", "answer", "correct").null_count().row(0) == (60, 60, 60)
    assert items["response_text"][0] == "Entailment."
    assert items.select("finish_reason", "input_tokens", "output_tokens", "milliseconds").row(0) == (
        *("stop", 7, 2),
        12.5,
    )
    rows = finding.figures["unanswered"].rows
    assert rows is not None
    assert rows.of(items)["id"].to_list() == silent["id"].to_list()


def test_where_nothing_is_read_as_a_label_the_record_says_answered_and_not_out_of_reach(
    tmp_path: Path,
) -> None:
    done = probe(Chat(range(0)), [pairs(12), "controls"], label_check=False, out=tmp_path / "run")
    finding = done.finding("chat")
    assert finding.figures["accuracy"].value is None
    assert finding.figures["accuracy"].reason == "it answered, but no label could be read from the answers"
    assert (finding.figures["unanswered"].value, finding.figures["unanswered"].n) == (1.0, 12)
    assert "cannot be reached" not in f"{finding.headline}{done.not_measured}{done.incomplete}"
    assert done.run is not None
    assert done.items.filter(pl.col("set") == "chat")["response_text"].null_count() == 0


def test_without_any_label_on_ordinary_pairs_the_order_is_undecided() -> None:
    class Silent(Chat):
        def batches(self, pairs: PairTable) -> Iterator[Mapping[str, Response]]:
            yield {key: Response(unanswered="refused", text="No.") for key in pairs.frame["id"]}

    order = probe(Silent(range(0)), pairs(12)).finding("label_order")
    assert order.settings["decision"] == "undecided"
    assert order.figures["accuracy"].value is None
    assert order.figures["unanswered"].value == 1.0


def test_items_on_which_a_model_fails_stand_in_the_rows_and_the_run_is_incomplete() -> None:
    done = probe(Chat(range(90), broken=range(3)), pairs(90), label_check=False)
    failed = done.items.filter(pl.col("failed"))
    assert failed["id"].to_list() == ["r0", "r1", "r2"]
    assert set(failed["failed_reason"]) == {"ValueError: no memory"}
    assert failed["correct"].null_count() == 3
    assert done.finding("chat").figures["failed"].value == pytest.approx(3 / 90)
    assert len(done.incomplete) == 1


def test_subsets_and_agreement_leave_items_without_a_label_out() -> None:
    train = pairs(60, "train")
    done = probe(Chat(range(45)), pairs(90), train=train, label_check=False)
    assert done.finding("easy_hard_accuracy").figures["full"].n == 45


def test_make_predictions_writes_the_replies(tmp_path: Path) -> None:
    probe(Chat(range(6)), pairs(12), label_check=False, out=tmp_path / "run")
    make_predictions(tmp_path / "run", tmp_path / "said.parquet")
    frame = pl.read_parquet(tmp_path / "said.parquet")
    assert frame.filter(pl.col("label").is_null())["unanswered_reason"].to_list() == ["not parsed"] * 6
    assert frame["response_text"].null_count() == 0
    again = probe(tmp_path / "said.parquet", pairs(12), allow_partial=True)
    assert again.finding("chat").figures["accuracy"].n == 6
