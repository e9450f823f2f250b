"""Verbs are counted in the frames that the templates need, on parses whose frames are known."""

import gzip
import json
from pathlib import Path

import polars as pl
import pytest

from rightreasons.challenges.hans.vocabulary.attest import attest
from rightreasons.challenges.hans.vocabulary.verb_frames import verb_frames
from rightreasons.text.trees import read_tree


@pytest.mark.parametrize(
    ("parse", "frames"),
    [
        ("(S (NP (NNS We)) (VP (VBD paid) (NP (PRP them))))", [("paid", "transitive")]),
        ("(S (NP (NNS We)) (VP (VBD paid) (PP (IN in) (NP (NN cash)))))", [("paid", "intransitive")]),
        ("(S (NP (NNS We)) (VP (VBD believed) (SBAR (IN that) (S (NP (PRP it)) (VP (VBD ran))))))",
         [("believed", "clause"), ("ran", "intransitive")]),
        ("(S (NP (NNS We)) (VP (VBD heard) (SBAR (S (NP (PRP it)) (VP (VBD ran))))))",
         [("heard", "clause"), ("ran", "intransitive")]),
        ("(S (NP (NNS We)) (VP (VBD ran) (SBAR (IN because) (S (NP (PRP it)) (VP (VBD slept))))))",
         [("ran", "intransitive"), ("slept", "intransitive")]),
        ("(S (NP (NNS We)) (VP (VBD hoped) (S (VP (TO to) (VP (VB win))))))", [("win", "intransitive")]),
        ("(S (NP (PRP I)) (VP (VBD was) (VP (VBN paid) (PP (IN by) (NP (PRP me))))))", [("paid", "passive")]),
        ("(S (NP (NNS We)) (VP (VBP have) (VP (VBN paid))))", [("paid", "intransitive")]),
        ("(NP (NP (NNS Men)) (VP (VBN paid) (PP (IN in) (NP (NN cash)))))", [("paid", "passive")]),
        ("(NP (NNS Men))", []),
    ],
)  # fmt: skip
def test_a_verb_has_the_frame_that_its_phrase_shows(parse: str, frames: list[tuple[str, str]]) -> None:
    assert sorted(verb_frames(read_tree(parse))) == sorted(frames)


def test_counts_take_other_forms_and_repeated_sentences() -> None:
    paid = "(ROOT (S (NP (NNS We)) (VP (VBD Paid) (NP (PRP them)))))"
    pays = "(ROOT (S (NP (PRP He)) (VP (VBZ pays) (NP (PRP them)))))"
    table = attest(pl.Series([paid, paid, pays, None, "(ROOT (NP (NNS Men)))"]), minimum=3)
    row = table.filter(verb="paid", frame="transitive").row(0, named=True)
    assert (row["count"], row["count_as_written"], row["falls_short"]) == (3, 2, False)
    assert row["needed_by"] == ["np_z_verbs", "understood_object_verbs"]
    assert table["falls_short"].sum() == table.height - 1


def test_every_verb_of_hans_is_counted_in_each_frame_it_needs() -> None:
    table = attest(pl.Series(["(ROOT (NP (NNS Men)))"]))
    assert set(table.filter(verb="believed")["frame"]) == {"transitive", "passive", "clause"}
    assert set(table.filter(verb="fought")["frame"]) == {"transitive", "intransitive"}
    assert table["falls_short"].all()


def test_snli_attests_what_people_do_in_pictures_and_hardly_any_clause(shared_data: Path) -> None:
    with gzip.open(shared_data / "snli" / "snli_1.0_dev.jsonl.gz", "rt", encoding="utf-8") as lines:
        parses = pl.Series([json.loads(line)["sentence2_parse"] for line in lines])
    table = attest(parses)
    counted = {(verb, frame): n for verb, frame, n in table.select("verb", "frame", "count").iter_rows()}
    # Counted with a regular expression: hypotheses with a form of sleep as a verb.
    sleeping = int(parses.str.count_matches(r"(?i)\(VB[A-Z]* (sleep|sleeps|slept|sleeping)\)").sum())
    assert 0 < counted["slept", "intransitive"] <= sleeping
    assert counted["slept", "intransitive"] > 0.8 * sleeping
    assert counted["assumed", "clause"] == 0
