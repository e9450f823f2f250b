"""Look-ups in a WordNet made by hand, of which everything is known."""

from pathlib import Path

import pytest

from rightreasons.errors import FileMissingError, MalformedRowError, UnreadableFileError
from rightreasons.text.word_pairs import Relation, WordPairs
from rightreasons.text.wordnet import WordNet, open_wordnet


def rows(pairs: WordPairs) -> set[tuple[str, str, str]]:
    return {(first, second, pos) for first, second, pos, _ in pairs.frame.iter_rows()}


def test_a_form_leads_to_its_base_forms(small: WordNet) -> None:
    assert small.lemmas("Children", "n") == ("child",)
    assert small.lemmas("dogs", "n") == ("dog",)
    assert small.lemmas("found", "v") == ("found", "find")
    assert small.lemmas("running", "v") == ()  # runn is no verb, and this small list has no exception for it
    assert small.lemmas("HOTTER", "a") == ("hot",)
    assert small.lemmas("dogs", "v") == ()


def test_antonyms_are_those_of_the_word_and_not_of_its_synonyms(small: WordNet) -> None:
    antonyms = small.relation_pairs("antonym")

    assert rows(antonyms) == {
        ("hot", "cold", "a"),
        ("cold", "hot", "a"),
        ("child", "adult", "n"),
        ("adult", "child", "n"),
    }
    assert set(antonyms.frame["relation"]) == {"antonym"}
    assert small.related("icy", "a", "antonym") == ()
    assert small.related("kid", "n", "antonym") == ()


def test_hypernyms_go_by_sense_and_as_far_as_asked(small: WordNet) -> None:
    assert small.related("dog", "n", "hypernym") == ("canine", "canid", "being")
    assert small.related("dog", "n", "hypernym", 2) == ("canine", "canid", "animal", "beast", "being")
    assert small.related("wolf", "n", "hypernym", None) == ("canine", "canid", "animal", "beast", "being")
    assert small.related("being", "n", "hypernym", None) == ()


def test_the_first_word_of_a_hypernym_pair_is_the_hyponym_and_hyponyms_are_the_reverse(
    small: WordNet,
) -> None:
    for depth in (1, 2, None):
        hypernyms = rows(small.relation_pairs("hypernym", depth))
        assert {(second, first, pos) for first, second, pos in hypernyms} == rows(
            small.relation_pairs("hyponym", depth)
        )
    assert ("run", "travel", "v") in rows(small.relation_pairs("hypernym"))
    assert ("dog", "animal", "n") not in rows(small.relation_pairs("hypernym"))


def test_synonyms_share_a_synset(small: WordNet) -> None:
    assert rows(small.relation_pairs("synonym")) == {
        *(
            (a, b, "n")
            for a, b in [("animal", "beast"), ("canine", "canid"), ("child", "kid"), ("dog", "fellow")]
        ),
        *(
            (b, a, "n")
            for a, b in [("animal", "beast"), ("canine", "canid"), ("child", "kid"), ("dog", "fellow")]
        ),
        ("china", "chinaware", "n"),
        ("chinaware", "china", "n"),
        *((a, b, "a") for a, b in [("cold", "icy"), ("icy", "cold"), ("torrid", "hot"), ("hot", "torrid")]),
        ("travel", "go", "v"),
        ("go", "travel", "v"),
    }


def test_co_hyponyms_share_a_hypernym_and_are_not_synonyms(small: WordNet) -> None:
    assert small.related("wolf", "n", "co-hyponym") == ("dog",)
    assert set(small.related("dog", "n", "co-hyponym")) == {
        "wolf",
        "animal",
        "beast",
        "child",
        "kid",
        "adult",
    }
    assert ("fellow", "dog", "n") not in rows(small.relation_pairs("co-hyponym"))


@pytest.mark.parametrize("relation", ["antonym", "hypernym", "hyponym", "synonym", "co-hyponym"])
def test_pairs_are_what_is_related_to_each_lemma(small: WordNet, relation: Relation) -> None:
    found = rows(small.relation_pairs(relation))

    for pos in ("n", "v", "a"):
        for lemma in small.database.senses(pos):
            related = {second for first, second, of in found if (first, of) == (lemma, pos)}
            assert related == set(small.related(lemma, pos, relation))


def test_names_and_words_of_several_parts_take_no_part(small: WordNet) -> None:
    words = {
        word
        for relation in ("hypernym", "synonym")
        for pair in rows(small.relation_pairs(relation))
        for word in pair
    }

    assert not words & {"China", "domestic_dog", "grown-up", "hot(a)"}
    assert small.related("china", "n", "hypernym") == ()  # the country is an instance, and no china


def test_pairs_say_where_they_come_from(small: WordNet) -> None:
    pairs = small.relation_pairs("antonym")

    assert pairs.name == "WordNet 3.1 antonym"
    assert len({origin.name for origin in pairs.origin}) == 12
    assert all(len(origin.sha256) == 64 for origin in pairs.origin)


def test_the_folder_may_be_named_in_the_environment(
    small_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WNSEARCHDIR", str(small_folder))

    assert open_wordnet().related("wolf", "n", "hypernym") == ("canine", "canid")


def test_where_there_is_no_wordnet_the_error_says_how_to_get_one(tmp_path: Path, small_folder: Path) -> None:
    with pytest.raises(FileMissingError, match="apt install wordnet-base"):
        open_wordnet(tmp_path / "nowhere")
    (small_folder / "verb.exc").unlink()
    with pytest.raises(FileMissingError, match=r"lacks verb\.exc"):
        open_wordnet(small_folder)


def read_all(wordnet: WordNet) -> None:
    wordnet.lemmas("dogs", "n")
    wordnet.relation_pairs("hypernym")


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("index.noun", "dog n 2", "dog n 3"),
        ("index.noun", "dog n 2", "dog n two"),
        ("data.noun", "n 02 animal", "n 03 animal"),
        ("data.noun", " 001 @ ", " 009 @ "),
        ("noun.exc", "children child", "children"),
    ],
)
def test_a_damaged_row_is_named(small_folder: Path, name: str, old: str, new: str) -> None:
    text = (small_folder / name).read_text(encoding="utf-8")
    assert old in text
    (small_folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    wordnet = open_wordnet(small_folder)

    with pytest.raises(MalformedRowError, match=f"{name} line \\d+"):
        read_all(wordnet)


def test_a_pointer_to_nowhere_is_an_error(small_folder: Path) -> None:
    data = small_folder / "data.noun"
    lines = data.read_text(encoding="utf-8").splitlines(keepends=True)
    data.write_text("".join(line for line in lines if " being 0" not in line), encoding="utf-8")

    with pytest.raises(MalformedRowError, match=r"data\.noun points to"):
        open_wordnet(small_folder).related("dog", "n", "hypernym")


def test_bytes_that_are_no_text_are_an_error(small_folder: Path) -> None:
    (small_folder / "index.noun").write_bytes(b"\xff\xfe\x00dog")

    with pytest.raises(UnreadableFileError, match=r"index\.noun"):
        open_wordnet(small_folder).lemmas("dog", "n")
