"""Vocabularies are checked before anything is made of them; our second one shares no word with HANS."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from rightreasons.challenges.hans.generate import generate
from rightreasons.challenges.hans.templates import statement
from rightreasons.challenges.hans.vocabulary.files import (
    hans_vocabulary_from,
    named_vocabulary,
    read_vocabulary,
)
from rightreasons.challenges.hans.vocabulary.words import HansVocabulary
from rightreasons.errors import (
    FileMissingError,
    SupportError,
    UnknownNameError,
    UnreadableFileError,
    VocabularyError,
)


def _content_words(vocabulary: HansVocabulary) -> set[str]:
    closed = {name for name, tag in statement().tags.items() if tag == "IN"} | {"relative_pronouns"}
    return {word for name, words in vocabulary.lists.items() if name not in closed for word in words}


def test_the_second_vocabulary_shares_no_content_word_with_that_of_hans() -> None:
    hans, harbour = (_content_words(named_vocabulary(name)) for name in ("hans", "harbour"))
    assert not hans & harbour
    assert len(harbour) >= 150


def test_the_second_vocabulary_makes_a_whole_set() -> None:
    made = generate(1000, seed=1, vocabulary=named_vocabulary("harbour"))
    assert len(made) == 30_000
    assert made.frame.select("sentence1", "sentence2").is_unique().all()


def test_the_vocabulary_of_hans_has_the_published_sizes() -> None:
    lists = named_vocabulary().lists
    names = ("nouns", "transitive_verbs", "intransitive_verbs", "passive_verbs")
    assert [len(lists[name]) for name in names] == [32, 16, 8, 14]


@pytest.fixture
def content() -> dict[str, Any]:
    """A sound vocabulary, to be broken."""
    return named_vocabulary().model_dump()


def test_a_users_file_is_read(tmp_path: Path, content: dict[str, Any]) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(yaml.safe_dump(_plain(content) | {"name": "own"}), encoding="utf-8")
    made = generate(1, vocabulary=read_vocabulary(path))
    assert made.frame["pairID"][0].startswith("hans-own-s1-temp1-")


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items() if each is not None}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"nouns": {"judge": "judges"}}, "1 nouns, at least 4"),
        (
            {"nouns": {"a": "as", "sheep": "sheep", "b": "bs", "c": "cs"}},
            "'sheep' is the form of more than one",
        ),
        ({"adjectives": []}, "adjectives: Tuple should have at least 1 item"),
        ({"adjectives": ["old", "old"]}, "adjectives: 'old' stands there twice"),
        ({"adjectives": ["judge"]}, "adjectives: 'judge' is JJ here, but NN in nouns_singular"),
        ({"adjectives": ["very old"]}, "adjectives.0"),
        ({"adjectives": ["old\tnew"]}, "adjectives.0"),
        ({"adjectives": ["Angry", "angry"]}, "occurs with a capital letter and without"),
        ({"transitive_verbs": ["the"]}, "'the' is VBD here, but DT in the templates"),
        ({"passive_verbs": ["saw", "greeted"]}, "passive_verbs: 'greeted' is not one of transitive_verbs"),
        ({"intransitive_verbs": ["saw"]}, "'saw' is also in intransitive_verbs"),
        ({"np_z_verbs_of_plurals": ["paid"]}, "'paid' is also in np_z_verbs_of_plurals"),
        ({"understood_objects": {"paid": "people"}}, "'people' is neither a list nor 'nouns'"),
        ({"understood_objects": {"ate": ["judge cake"]}}, "'judge cake' holds a word of another list"),
        ({"prepositions": [{"words": "out of", "tree": "[PP out/IN of/IN]"}]}, "needs one _, at its end"),
        ({"prepositions": [{"words": "out of", "tree": "[PP out/IN _]"}]}, "does not hold these words"),
        ({"prepositions": [{"words": "out of", "tree": "[PP out/IN [of/IN _]"}]}, "do not match"),
        ({"adverbs_of_doubt": [{"words": "at best", "tree": "[PP at best/JJS]"}]}, "write at/TAG"),
        ({"name": "My words"}, "name"),
        ({"verbs": ["saw"]}, "verbs: Extra inputs"),
    ],
)
def test_words_that_do_not_fit_are_named(content: dict[str, Any], change: dict[str, Any], fault: str) -> None:
    with pytest.raises(VocabularyError) as raised:
        hans_vocabulary_from(content | change, "own.yaml")
    assert raised.value.code == "RR801"
    assert fault in raised.value.found


def test_too_few_words_for_the_size_are_told_with_the_number_of_pairs(content: dict[str, Any]) -> None:
    few = hans_vocabulary_from(content | {"passive_verbs": ["saw"]}, "own.yaml")
    with pytest.raises(SupportError, match=r"at most the 960 distinct pairs"):
        generate(1000, vocabulary=few)


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError):
        read_vocabulary(tmp_path / "none.yaml")
    (tmp_path / "broken.yaml").write_text("nouns: [", encoding="utf-8")
    with pytest.raises(UnreadableFileError):
        read_vocabulary(tmp_path / "broken.yaml")
    (tmp_path / "list.yaml").write_text("- a\n- b\n", encoding="utf-8")
    with pytest.raises(VocabularyError, match="the file"):
        read_vocabulary(tmp_path / "list.yaml")
    with pytest.raises(UnknownNameError):
        named_vocabulary("kitchen")


def test_a_file_that_grows_by_aliases_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "grows.yaml"
    path.write_text("nouns: &a [x, x]\nadjectives: [*a, *a]\n", encoding="utf-8")
    with pytest.raises(UnreadableFileError, match="alias"):
        read_vocabulary(path)


def test_a_file_cannot_run_code(tmp_path: Path) -> None:
    path = tmp_path / "evil.yaml"
    path.write_text("!!python/object/apply:os.getcwd []\n", encoding="utf-8")
    with pytest.raises(UnreadableFileError):
        read_vocabulary(path)
