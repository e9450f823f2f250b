"""The WordNet of Debian's wordnet-base, against facts anyone can look up and against nltk's reader."""

import shutil
import warnings
from collections.abc import Iterator
from typing import Any

import nltk
import numpy as np
import polars as pl
import pytest
from nltk.corpus.reader.wordnet import WordNetCorpusReader

from rightreasons.text.word_pairs import ALL_POS, Pos
from rightreasons.text.wordnet import WordNet
from rightreasons.text.wordnet.files import FILES, WordNetFiles
from rightreasons.text.wordnet.relations import is_plain

pytestmark = pytest.mark.filterwarnings("ignore:The multilingual functions")


@pytest.fixture(scope="module")
def by_nltk(wordnet: WordNet, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The reader of nltk, on a copy with the files that Debian leaves out."""
    assert isinstance(wordnet.database, WordNetFiles)
    root = tmp_path_factory.mktemp("nltk")
    folder = root / "corpora" / "wordnet"
    folder.mkdir(parents=True)
    for name in FILES:
        shutil.copy(wordnet.database.folder / name, folder / name)
    (folder / "index.sense").touch()
    (folder / "lexnames").write_text("".join(f"{number:02d}\tname\t1\n" for number in range(45)), "utf-8")
    nltk.data.path.append(str(root))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield WordNetCorpusReader(str(folder), None)
    nltk.data.path.remove(str(root))


def test_well_known_pairs_are_there(wordnet: WordNet) -> None:
    antonyms = set(wordnet.relation_pairs("antonym").frame.rows())

    for first, second, pos in [
        ("hot", "cold", "a"),
        ("good", "bad", "a"),
        ("man", "woman", "n"),
        ("rise", "fall", "v"),
        ("quickly", "slowly", "r"),
    ]:
        assert {(first, second, pos, "antonym"), (second, first, pos, "antonym")} <= antonyms
    assert ("dog", "canine", "n", "hypernym") in set(wordnet.relation_pairs("hypernym").frame.rows())
    assert "animal" in wordnet.related("dog", "n", "hypernym", None)
    assert "automobile" in wordnet.related("car", "n", "synonym")
    assert "wolf" in wordnet.related("dog", "n", "co-hyponym")


def test_irregular_forms_lead_to_their_lemmas(wordnet: WordNet) -> None:
    assert wordnet.lemmas("children", "n") == ("child",)
    assert wordnet.lemmas("geese", "n") == ("goose",)
    assert wordnet.lemmas("ran", "v") == ("run",)
    assert "good" in wordnet.lemmas("better", "a")


def test_pairs_are_single_lower_case_words(wordnet: WordNet) -> None:
    frame = wordnet.relation_pairs("hypernym").frame

    assert frame.select(pl.col("first", "second").str.contains("^[a-z]+$").all()).row(0) == (True, True)


def test_relations_are_those_of_nltk(wordnet: WordNet, by_nltk: Any) -> None:
    for pos in ALL_POS:
        lemmas = sorted(lemma for lemma in wordnet.database.senses(pos) if is_plain(lemma))
        for lemma in [
            "dog",
            "man",
            "hot",
            "run",
            "well",
            *np.random.default_rng(6).choice(lemmas, 150, replace=False).tolist(),
        ]:
            own = [found for found in by_nltk.lemmas(lemma, pos) if found.name() == lemma]
            synsets = [found.synset() for found in own]
            above = [parent for synset in synsets for parent in synset.hypernyms()]
            below = [child for synset in synsets for child in synset.hyponyms()]
            sisters = [sister for parent in above for sister in parent.hyponyms()]
            further = [
                parent for synset in synsets for parent in synset.closure(lambda found: found.hypernyms())
            ]
            antonyms = {other.name() for found in own for other in found.antonyms()}

            assert set(wordnet.related(lemma, pos, "antonym")) == plain(antonyms)
            assert set(wordnet.related(lemma, pos, "synonym")) == names(synsets) - {lemma}
            assert set(wordnet.related(lemma, pos, "hypernym")) == names(above) - {lemma}
            assert set(wordnet.related(lemma, pos, "hypernym", None)) == names(further) - {lemma}
            assert set(wordnet.related(lemma, pos, "hyponym")) == names(below) - {lemma}
            assert set(wordnet.related(lemma, pos, "co-hyponym")) == names(sisters) - names(synsets) - {lemma}


def names(synsets: list[Any]) -> set[str]:
    return plain({name for synset in synsets for name in synset.lemma_names()})


def plain(words: set[str]) -> set[str]:
    return {word for word in words if is_plain(word)}


def test_lemmas_of_the_words_of_snli_are_those_of_nltk(
    wordnet: WordNet, by_nltk: Any, snli_dev: pl.DataFrame
) -> None:
    texts = pl.concat([snli_dev["sentence1"], snli_dev["sentence2"].alias("sentence1")])
    forms = (
        texts.str.to_lowercase().str.extract_all("[a-z]+").explode().unique().drop_nulls().sort().to_list()
    )
    other: dict[tuple[str, Pos], tuple[str, ...]] = {}

    for pos in ALL_POS:
        for form in forms:
            expected = tuple(by_nltk._morphy(form, pos))
            if wordnet.lemmas(form, pos) != expected:
                other[form, pos] = expected

    assert len(forms) > 5_000
    # nltk applies its rules again until something is found (asss, ass); morphy(7WN) applies them once.
    assert all(not wordnet.lemmas(form, pos) for form, pos in other)
    assert len(other) < len(forms) / 100
