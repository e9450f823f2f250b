"""Baselines of a few numbers a pair: fitted to all rows of data in blocks, they find what one piece finds."""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import polars as pl
import pytest

from rightreasons.artifacts import text_hashes
from rightreasons.artifacts.written_rows import NeedsAllRowsError
from rightreasons.cross_fitting.folds import COMPONENTS, TWO_WAY
from rightreasons.engine.row_columns import row_file
from rightreasons.findings import Finding
from rightreasons.measures.blocks import Blocks
from rightreasons.measures.data import length_only, overlap_only
from rightreasons.measures.data.inputs import AuditInputs, PreparedTexts
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance

LABELS = ("entailment", "neutral", "contradiction")
MEASURES: dict[str, tuple[Callable[..., Finding], Blocks[Any]]] = {
    "length_only": (length_only.length_only, length_only.BLOCKS),
    "overlap_only": (overlap_only.overlap_only, overlap_only.BLOCKS),
}


def table(seed: int, premises: int, hypotheses: int) -> PairTable:
    """Return 400 pairs of so many premises and hypotheses, no two of which are nearly equal, each pair once.

    Where the hypothesis begins with a word of its premise the label is mostly entailment, and short ones are
    mostly neutral.
    """
    random = Random(seed)  # noqa: S311 - a test
    rows = []
    for place in random.sample(range(premises * hypotheses), 400):
        one, other = divmod(place, hypotheses)
        words = [f"h{other}w{word}" for word in range(1 + other % 7)]
        own = other % premises
        words = [f"p{own}w0", *words] if other % 3 == 0 else words
        likely = "entailment" if own == one else "neutral" if len(words) < 3 else random.choice(LABELS)
        label = likely if random.random() < 0.8 else random.choice(LABELS)
        rows.append((" ".join(f"p{one}w{word}" for word in range(4)), " ".join(words), label))
    schema: dict[str, Any] = {"premise": pl.String, "hypothesis": pl.String, "label": LABEL_TYPE}
    frame = pl.DataFrame(rows, schema=schema, orient="row").with_row_index("id").cast({"id": pl.String})
    return PairTable(frame, Provenance("train"), Account(frame.height, frame.height))


def inputs_of(pairs: PairTable) -> AuditInputs:
    splits = {pairs.name: pairs}
    return AuditInputs(splits, PreparedTexts(splits, "whitespace"))


def cut(pairs: PairTable, how: Blocks[Any]) -> Any:
    """Return what a set comes to, cut anywhere."""
    random = Random(len(pairs))  # noqa: S311 - a test
    edges = [0, *sorted(random.choices(range(len(pairs)), k=7)), len(pairs)]
    blocks = [replace(pairs, frame=pairs.frame[start:end]) for start, end in pairwise(edges)]
    return reduce(how.merge, [inputs_of(block).call("partial", how.partial) for block in blocks])


def without_near(finding: Finding) -> dict[str, Any]:
    """Return a finding but for what it says of near-duplicates."""
    settings = {name: value for name, value in finding.settings.items() if name[:4] != "near"}
    return replace(finding, settings=settings, notes=(), items=None).to_json()


@pytest.mark.parametrize("name", MEASURES)
@pytest.mark.parametrize(
    ("premises", "hypotheses", "scheme", "in_a_file"),
    [(400, 400, COMPONENTS, False), (900, 1_400, COMPONENTS, True), (20, 60, TWO_WAY, True)],
)
def test_any_cut_fits_the_models_of_one_piece(
    name: str,
    premises: int,
    hypotheses: int,
    scheme: str,
    *,
    in_a_file: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(text_hashes, "BUCKET_ROWS", 100)
    measure, how = MEASURES[name]
    pairs = table(1, premises, hypotheses)
    whole = inputs_of(pairs).find(name, measure)
    with row_file(tmp_path) if in_a_file else nullcontext():
        found, columns = how.finding({"train": cut(pairs, how)}, None)
    assert whole.settings["folds_scheme"] == scheme
    assert without_near(found) == without_near(whole)
    assert not found.settings["near_duplicates_are_one_text"]
    assert any("differ by a word or two are not looked for" in note for note in found.notes)
    assert not any("would link too many" in note for note in found.notes), "that was not looked for either"
    rows, items = columns["train"], whole.items
    assert isinstance(rows, pl.DataFrame)
    assert items is not None
    assert rows.equals(items.select(rows.columns))


def test_a_text_of_most_rows_binds_none_of_them() -> None:
    pairs = table(2, 900, 1_400)
    often = pl.when(pl.col("id").cast(pl.Int64) < 200).then(pl.lit("so often")).otherwise(pl.col("premise"))
    pairs = replace(pairs, frame=pairs.frame.with_columns(premise=often))
    measure, how = MEASURES["length_only"]
    whole = inputs_of(pairs).find("length_only", measure)
    found, _ = how.finding({"train": cut(pairs, how)}, None)
    for told in ("folds_scheme", "components", "largest_component"):
        assert found.settings[told] == whole.settings[told]
    assert [note for note in found.notes if "50 %" in note] == [n for n in whole.notes if "50 %" in n] != []


@pytest.mark.parametrize("side", ["premise", "hypothesis"])
def test_where_texts_go_two_ways_a_text_of_most_rows_binds_none_either(side: str) -> None:
    pairs = table(4, 20, 60)
    often = pl.when(pl.col("id").cast(pl.Int64) % 3 == 0).then(pl.lit("so often")).otherwise(pl.col(side))
    pairs = replace(pairs, frame=pairs.frame.with_columns(often.alias(side)))
    measure, how = MEASURES["overlap_only"]
    whole = inputs_of(pairs).find("overlap_only", measure)
    found, _ = how.finding({"train": cut(pairs, how)}, None)
    assert whole.settings["folds_scheme"] == found.settings["folds_scheme"] == TWO_WAY
    for told in ("components", "largest_component"):
        assert found.settings[told] == whole.settings[told]


def test_rows_of_four_premises_and_four_hypotheses_are_left_to_the_sample() -> None:
    pairs = table(3, 400, 400)
    few = pl.col("id").cast(pl.Int64)
    sides = [few.mod(4).cast(pl.String).alias("premise"), few.mod(16).floordiv(4).cast(pl.String)]
    pairs = replace(pairs, frame=pairs.frame.with_columns(sides[0], hypothesis=sides[1]))
    how = MEASURES["length_only"][1]
    with pytest.raises(NeedsAllRowsError):
        how.finding({"train": cut(pairs, how)}, None)
