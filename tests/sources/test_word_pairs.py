"""Word pairs are read as they are meant: which relation, in which direction, and what is left out."""

import gzip
from pathlib import Path

import pytest

from rightreasons.errors import (
    ColumnError,
    EmptyDataError,
    FileMissingError,
    InputError,
    MalformedRowError,
    OptionError,
    UnknownLabelError,
    UnreadableFileError,
)
from rightreasons.sources.word_pairs.reading import read_word_pairs
from rightreasons.text.word_pairs import WordPairs
from rightreasons.text.wordnet import WordNet, open_wordnet


@pytest.fixture(scope="module")
def wordnet() -> WordNet:
    try:
        return open_wordnet()
    except FileMissingError as error:
        pytest.skip(f"WordNet is not installed: {error}")


def written(folder: Path, text: str, name: str = "pairs.txt") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def read_rows(pairs: WordPairs) -> int:
    return len(pairs) + sum(pairs.left_out.values())


def words(pairs: WordPairs) -> list[tuple[str, str]]:
    return pairs.frame.select("first", "second").rows()


@pytest.mark.parametrize(
    "text",
    [
        "Hot\tcold\nup\tdown\n",
        "hot,cold\nup,down",
        "hot;cold\nup;down\n",
        "hot cold\n up   down \n",
        "hot cold\r\nup down\r\n\r\n",
        "word1\tword2\nhot\tcold\nup\tdown\n",
        '"hot","cold"\n"up","down"\n',
        "\ufeffw1,w2\nhot,cold\nup,down\n",
    ],
)
def test_two_columns_in_whichever_shape(tmp_path: Path, text: str) -> None:
    pairs = read_word_pairs(written(tmp_path, text), "antonym", pos="a")

    assert pairs.frame.rows() == [("hot", "cold", "a", "antonym"), ("up", "down", "a", "antonym")]


def test_a_gzipped_file_keeps_the_checksum_of_what_lies_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv.gz"
    path.write_bytes(gzip.compress(b"hot\tcold\n"))

    pairs = read_word_pairs(str(path), "antonym")

    assert words(pairs) == [("hot", "cold")]
    assert pairs.frame["pos"].to_list() == [None]
    assert pairs.origin[0].name == "pairs.tsv.gz"
    assert len(pairs.origin[0].sha256) == 64


def test_what_is_left_out_is_counted(tmp_path: Path) -> None:
    text = "dog animal True\ncat dog False\nDog animal true\ncat cat 1\nhot_dog food 1\ncat feline yes\n"

    pairs = read_word_pairs(written(tmp_path, text), "hypernym")

    assert words(pairs) == [("dog", "animal"), ("cat", "feline")]
    assert pairs.left_out == {
        "the relation does not hold": 1,
        "there before": 1,
        "a word with itself": 1,
        "more than one word on a side": 1,
    }


def test_relations_by_name_are_told_apart_and_turned_round(tmp_path: Path) -> None:
    text = "word1,word2,relation,pos\ndog,animal,hyper,N\nbird,owl,rhyper,N\nhot,cold,ant,J\nleg,dog,mero,N\n"
    path = written(tmp_path, text)

    assert read_word_pairs(path).frame.rows() == [
        ("dog", "animal", "n", "hypernym"),
        ("bird", "owl", "n", "hyponym"),
        ("hot", "cold", "a", "antonym"),
    ]
    assert words(read_word_pairs(path, "hypernym")) == [("dog", "animal"), ("owl", "bird")]
    assert words(read_word_pairs(path, "hyponym")) == [("animal", "dog"), ("bird", "owl")]
    assert words(read_word_pairs(read_word_pairs(path), "antonym")) == [("hot", "cold")]
    with pytest.raises(EmptyDataError, match="'synonym'"):
        read_word_pairs(read_word_pairs(path), "synonym")


def test_a_relation_in_front_must_be_said_to_be_of_which_word(tmp_path: Path) -> None:
    path = written(tmp_path, "hypernym dog animal\n")

    with pytest.raises(OptionError, match="relation_is"):
        read_word_pairs(path)
    assert words(read_word_pairs(path, "hypernym", relation_is="second")) == [("dog", "animal")]
    assert words(read_word_pairs(path, "hypernym", relation_is="first")) == [("animal", "dog")]
    symmetric = written(tmp_path, "antonym hot cold\n")
    assert words(read_word_pairs(symmetric)) == [("hot", "cold")]


def test_a_denied_relation_is_not_taken(tmp_path: Path) -> None:
    text = "word1\tword2\tlabel\trelation\ndog\tcat\tFalse\thyper\ndog\tanimal\tTrue\thyper\n"

    assert words(read_word_pairs(written(tmp_path, text), "hypernym")) == [("dog", "animal")]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("hot\tcold\nup\n", MalformedRowError),
        ("hot\tcold\nup\t \n", MalformedRowError),
        ("hot\tcold\t1\nup\tdown\tperhaps\n", UnknownLabelError),
        ("hot\tcold\tbig\tsmall\n", ColumnError),
        ("hot\tcold\tperhaps\n", ColumnError),
        ("hot\n", ColumnError),
        ("", EmptyDataError),
        ("\n\n", EmptyDataError),
        ("word1\tword2\n", EmptyDataError),
        ("hot\tcold\t0\n", EmptyDataError),
    ],
)
def test_bad_rows_are_errors_with_a_code(tmp_path: Path, text: str, error: type[InputError]) -> None:
    with pytest.raises(error, match=r"^pairs\.txt.*\[RR\d+\]"):
        read_word_pairs(written(tmp_path, text), "antonym")


def test_bytes_that_are_no_text_and_files_that_are_not_there_are_errors(tmp_path: Path) -> None:
    (tmp_path / "latin.txt").write_bytes("caf\xe9 bar\n".encode("latin-1"))
    with pytest.raises(UnreadableFileError, match=r"latin\.txt"):
        read_word_pairs(tmp_path / "latin.txt", "antonym")
    with pytest.raises(FileMissingError):
        read_word_pairs(tmp_path / "nowhere.txt", "antonym")


def test_the_relation_must_be_known_and_told(tmp_path: Path) -> None:
    path = written(tmp_path, "hot cold\n")

    with pytest.raises(OptionError, match="relation='hypernym'"):
        read_word_pairs(path)
    with pytest.raises(OptionError, match="one of antonym"):
        read_word_pairs(path, "antonyms")
    with pytest.raises(OptionError, match="one of antonym"):
        read_word_pairs("wordnet")


def test_wordnet_is_read_by_its_name(wordnet: WordNet) -> None:
    assert ("hot", "cold", "a", "antonym") in set(read_word_pairs("wordnet", "antonym").frame.rows())


# Rows as ../shared/data/SOURCES.md states them; pairs as counted by `cut`, `grep` and `sort -u`.
PUBLISHED = [
    ("hypernymy_roller2016/baroni2012.tsv", None, 2_770, 1_385),
    ("hypernymy_roller2016/bless2011.tsv", None, 14_547, 1_337),
    ("hypernymy_roller2016/levy2014.tsv", None, 12_602, 945),
    ("hypernymy_roller2016/kotlerman2010.tsv", None, 2_940, 879),
    ("hypernymy_roller2016/turney2014.tsv", None, 2_188, 1_058),
    ("hypernymysuite/leds.tsv", "hypernym", 2_770, 1_385),
    ("hypernymysuite/bless.tsv", "hypernym", 14_542, 1_337),
    ("hypernymysuite/eval.tsv", "antonym", 13_450, 1_535),
    ("hypernymysuite/wbless.tsv", "hypernym", 1_668, 834),
    ("hypernymysuite/bibless.tsv", "hypernym", 1_668, 834 + 208),
    ("hypernymysuite/hyperlex_rnd.tsv", "synonym", 2_616, 194),
    ("antsyn_nguyen2017/adjective-pairs.train", "antonym", 5_562, 2_781),
    ("antsyn_nguyen2017/adjective-pairs.val", "antonym", 398, 199),
    ("antsyn_nguyen2017/adjective-pairs.test", "synonym", 1_986, 993),
    ("antsyn_nguyen2017/noun-pairs.train", "antonym", 2_836, 1_418),
    ("antsyn_nguyen2017/noun-pairs.val", None, 206, 206),
    ("antsyn_nguyen2017/noun-pairs.test", "antonym", 1_020, 510),
    ("antsyn_nguyen2017/verb-pairs.train", "antonym", 2_534, 1_267),
    ("antsyn_nguyen2017/verb-pairs.val", "synonym", 182, 91),
    ("antsyn_nguyen2017/verb-pairs.test", "antonym", 908, 454),
    ("wordnet_relations_bowman/shuffled_word_relations.tsv", "antonym", 29_324, 1_030),
    ("wordnet_relations_bowman/longer_shuffled_synset_relations.tsv.gz", "co-hyponym", 36_772, 9_522),
]


@pytest.mark.parametrize(("name", "relation", "rows", "pairs"), PUBLISHED)
def test_published_files_have_the_rows_they_are_said_to_have(
    shared_data: Path, name: str, relation: str | None, rows: int, pairs: int
) -> None:
    found = read_word_pairs(shared_data / "lexical" / name, relation)

    assert read_rows(found) == rows
    assert len(found) == pairs


@pytest.mark.parametrize(
    ("name", "relation", "pair", "pos"),
    [
        ("hypernymy_roller2016/baroni2012.tsv", "hypernym", ("accusation", "statement"), "n"),
        ("hypernymy_roller2016/levy2014.tsv", "entailment", ("ache", "symptom"), None),
        ("hypernymysuite/hyperlex_rnd.tsv", "hypernym", ("soil", "earth"), "n"),
        ("hypernymysuite/bibless.tsv", "hypernym", ("pheasant", "vertebrate"), "n"),
        ("antsyn_nguyen2017/adjective-pairs.test", "antonym", ("miraculous", "natural"), "a"),
        ("antsyn_nguyen2017/verb-pairs.val", "antonym", ("move", "stay"), "v"),
        ("antsyn_nguyen2017/noun-pairs.val", "synonym", ("vortex", "eddy"), "n"),
        ("wordnet_relations_bowman/shuffled_word_relations.tsv", "hypernym", ("dog", "support"), None),
        (
            "wordnet_relations_bowman/longer_shuffled_synset_relations.tsv.gz",
            "hypernym",
            ("planula", "organism"),
            None,
        ),
    ],
)
def test_well_known_rows_have_their_direction_and_part_of_speech(
    shared_data: Path, name: str, relation: str, pair: tuple[str, str], pos: str | None
) -> None:
    found = read_word_pairs(shared_data / "lexical" / name, relation).frame.rows()

    assert (*pair, pos, relation) in found
    assert (*reversed(pair), pos, relation) not in found


@pytest.mark.parametrize(
    "name",
    [
        "hypernymy_roller2016/baroni2012.tsv",
        "hypernymysuite/hyperlex_rnd.tsv",
        "hypernymysuite/bibless.tsv",
        "wordnet_relations_bowman/shuffled_word_relations.tsv",
        "wordnet_relations_bowman/longer_shuffled_synset_relations.tsv.gz",
    ],
)
def test_the_second_word_is_the_hypernym_according_to_wordnet(
    shared_data: Path, wordnet: WordNet, name: str
) -> None:
    pairs = words(read_word_pairs(shared_data / "lexical" / name, "hypernym"))[::25]

    def is_above(below: str, above: str) -> bool:
        return any(
            other in wordnet.related(lemma, pos, "hypernym", None)
            for pos in ("n", "v")
            for lemma in wordnet.lemmas(below, pos)
            for other in wordnet.lemmas(above, pos)
        )

    right = sum(is_above(first, second) for first, second in pairs)
    wrong = sum(is_above(second, first) for first, second in pairs)

    assert right > 0.7 * len(pairs)
    assert wrong < 0.06 * len(pairs)
