"""Parses are those of the published file, quirks and all, or mended ones on request."""

from collections.abc import Callable, Sequence

import nltk
import pytest

from rightreasons.challenges.hans.hans_set import HansSet
from rightreasons.challenges.hans.recognition.recognise import recognise_all
from rightreasons.challenges.hans.templates import Quirks
from rightreasons.pairs import PairTable

AsPairs = Callable[[Sequence[str], Sequence[str]], PairTable]
Parses = Callable[[str, str, Quirks], dict[str, str]]


@pytest.fixture
def parses_of(as_pairs: AsPairs) -> Parses:
    """Return the four parses of one pair by the official names of their columns."""

    def parses(premise: str, hypothesis: str, quirks: Quirks) -> dict[str, str]:
        found = recognise_all(as_pairs([premise], [hypothesis])).parses(quirks)
        assert found.height == 1
        return {str(name): value for name, value in found.row(0, named=True).items()}

    return parses


def test_the_first_row_of_the_published_file_has_its_parses(parses_of: Parses) -> None:
    found = parses_of("The president advised the doctor .", "The doctor advised the president .", "official")
    assert found["sentence1_binary_parse"] == "( ( The president ) ( ( advised ( the doctor ) ) . ) )"
    assert found["sentence2_binary_parse"] == "( ( The doctor ) ( ( advised ( the president ) ) . ) )"
    assert found["sentence1_parse"] == (
        "(ROOT (S (NP (DT The) (NN president)) (VP (VBD advised) (NP (DT the) (NN doctor))) (. .)))"
    )
    assert found["sentence2_parse"] == (
        "(ROOT (S (NP (DT The) (NN doctor)) (VP (VBD advised) (NP (DT the) (NN president))) (. .)))"
    )


@pytest.mark.parametrize(
    ("quirks", "premise", "hypothesis", "parse"),
    [
        (
            "official",
            "Whether or not the judges slept , the actor saw the doctors .",
            "The judges slept .",
            "(ROOT (S (SBAR (IN Whether) (CC or) (RB not) (S (NP (DT the) (NNS judges)) (VP (VBD slept)))) "
            "(, ,) (S (NP (DT the) (NN actor)) (VP (VBD saw) (NP (DT the) (NN doctors)))) (. .)))",
        ),
        (
            "fixed",
            "In case the judges slept , the actor saw the doctors .",
            "The judges slept .",
            "(ROOT (S (SBAR (PP (IN In) (NP (NN case))) (S (NP (DT the) (NNS judges)) (VP (VBD slept)))) "
            "(, ,) (S (NP (DT the) (NN actor)) (VP (VBD saw) (NP (DT the) (NNS doctors)))) (. .)))",
        ),
        (
            "official",
            "The judge in front of the actors slept .",
            "The actors slept .",
            "(ROOT (S (NP (NP (DT The) (NN judge)) (PP (IN in) (NP (NP (NN front)) (PP (IN of) "
            "(NP (NP (DT the) (NNS actors))))))) (VP (VBD slept)) (. .)))",
        ),
        (
            "fixed",
            "The judge in front of the actors slept .",
            "The actors slept .",
            "(ROOT (S (NP (NP (DT The) (NN judge)) (PP (IN in) (NP (NP (NN front)) (PP (IN of) "
            "(NP (DT the) (NNS actors)))))) (VP (VBD slept)) (. .)))",
        ),
        (
            "official",
            "The judge next to the actors slept .",
            "The actors slept .",
            "(ROOT (S (NP (NP (DT The) (NN judge)) (ADVP (JJ next) (PP (TO to) (NP (DT the) (NNS actors))))) "
            "(VP (VBD slept)) (. .)))",
        ),
        (
            "official",
            "Before the judge paid the actor slept .",
            "The judge paid the actor .",
            "(ROOT (S (SBAR (IN Before) (S (NP (DT the) (NN judge)) (VP (VBD paid)))) (NP (DT the) "
            "(NN actor)) (VP (VBD slept)) (. .)))",
        ),
        (
            "official",
            "The judges were helped by the actor .",
            "The actor helped the judges .",
            "(ROOT (S (NP (DT The) (NNS judges)) (VP (VBD were) (VP (VBN helped) (PP (IN by) "
            "(NP (DT the) (NN actor))))) (. .)))",
        ),
        (
            "official",
            "The actors ate the ice cream .",
            "The actors ate .",
            "(ROOT (S (NP (DT The) (NNS actors)) (VP (VBD ate) (NP (DT the) (NN ice cream))) (. .)))",
        ),
        (
            "fixed",
            "The actors ate the ice cream .",
            "The actors ate .",
            "(ROOT (S (NP (DT The) (NNS actors)) (VP (VBD ate) (NP (DT the) (NN ice) (NN cream))) (. .)))",
        ),
        (
            "official",
            "The judge paid the actors .",
            "The judge paid .",
            "(ROOT (S (NP (DT The) (NN judge)) (VP (VBD paid) (NP (DT the) (NNS actors))) (. .)))",
        ),
        (
            "official",
            "Of course the judge slept .",
            "The judge slept .",
            "(ROOT (S (PP (IN Of) (NP (NN course))) (S (NP (DT the) (NN judge)) (VP (VBD slept))) (. .)))",
        ),
    ],
)
def test_special_phrases_have_the_published_parse(
    parses_of: Parses, quirks: Quirks, premise: str, hypothesis: str, parse: str
) -> None:
    assert parses_of(premise, hypothesis, quirks)["sentence1_parse"] == parse


@pytest.mark.parametrize(
    ("premise", "hypothesis", "parse"),
    [
        (
            "The actors ate the ice cream .",
            "The actors ate .",
            "( ( The actors ) ( ( ate ( the ( ice cream ) ) ) . ) )",
        ),
        (
            "If the judge slept , the actor ran .",
            "The judge slept .",
            "( ( If ( ( the judge ) slept ) ) ( , ( ( ( the actor ) ran ) . ) ) )",
        ),
        (
            "The judge slept , or the actor ran .",
            "The judge slept .",
            "( ( ( The judge ) slept ) ( , ( or ( ( ( the actor ) ran ) . ) ) ) )",
        ),
        (
            "The judge and the actor ran .",
            "The actor ran .",
            "( ( ( The judge ) ( and ( the actor ) ) ) ( ran . ) )",
        ),
        ("Happy judges ran .", "Judges ran .", "( ( Happy judges ) ( ran . ) )"),
    ],
)
def test_binary_parses_have_the_published_brackets(
    parses_of: Parses, premise: str, hypothesis: str, parse: str
) -> None:
    assert parses_of(premise, hypothesis, "official")["sentence1_binary_parse"] == parse


def test_the_doubled_determiner_is_in_the_text_but_not_in_the_parse(parses_of: Parses) -> None:
    found = parses_of(
        "The judge saw the actor that helped the author .", "The actor saw the the author .", "official"
    )
    assert found["sentence2_binary_parse"] == "( ( The actor ) ( ( saw ( the author ) ) . ) )"


def test_without_quirks_the_leaves_of_every_parse_are_the_sentence(fixed: HansSet) -> None:
    for side in (1, 2):
        columns = [f"sentence{side}", f"sentence{side}_parse", f"sentence{side}_binary_parse"]
        for sentence, parse, binary in fixed.frame.gather_every(2).select(columns).iter_rows():
            assert nltk.Tree.fromstring(parse).leaves() == sentence.split()
            assert [part for part in binary.split() if part not in ("(", ")")] == sentence.split()


def test_binary_parses_are_the_ptb_parses_right_factored(fixed: HansSet) -> None:
    columns = ["sentence1_parse", "sentence1_binary_parse", "sentence2_parse", "sentence2_binary_parse"]
    for row in fixed.frame.gather_every(2, 1).select(columns).iter_rows():
        for parse, binary in (row[:2], row[2:]):
            assert _right_factored(nltk.Tree.fromstring(parse)) == binary


def _right_factored(tree: nltk.Tree | str) -> str:
    if isinstance(tree, str):
        return tree
    *parts, text = [_right_factored(child) for child in tree]
    for part in reversed(parts):
        text = f"( {part} {text} )"
    return text


def test_parts_of_speech_of_objects_are_mended(fixed: HansSet) -> None:
    plurals = r"\(NN (doctors|judges|actors|authors|lawyers|artists)\)"
    parses = fixed.frame.select("sentence1_parse", "sentence2_parse")
    assert not any(parses[name].str.contains(plurals).any() for name in parses.columns)
    assert not fixed.frame["sentence2"].str.contains(" the the ").any()
