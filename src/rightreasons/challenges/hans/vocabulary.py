"""The words a HANS set is made of: that of HANS, a second one of our own, or a user's YAML file."""

from collections import Counter
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rightreasons.challenges.hans.templates import Gap, leaves, read_nodes, statement
from rightreasons.challenges.hans.templates import Word as NotationWord
from rightreasons.errors import FileMissingError, UnknownNameError, UnreadableFileError, VocabularyError
from rightreasons.guarded_yaml import guarded_yaml
from rightreasons.printable import printable, quoted
from rightreasons.streams import file_bytes
from rightreasons.text.language import language

SHIPPED = ("hans", "harbour")
ALL_NOUNS = "nouns"
_WORD = r"[^\W\d_]+(?:['’-][^\W\d_]+)*"
Word = Annotated[str, Field(pattern=rf"^{_WORD}$")]
WordOrPhrase = Annotated[str, Field(pattern=rf"^{_WORD}(?: {_WORD})*$")]
Words = Annotated[tuple[Word, ...], Field(min_length=1)]


class OwnTree(BaseModel):
    """A wording of several words, with the tree it brings.

    Parameters
    ----------
    words
        The wording, e.g. ``"in front of"``.
    tree
        Its nodes in the notation of trees, ``_`` for what follows it within the phrase.
    official_tree
        What the published generator writes, where it differs.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    words: WordOrPhrase
    tree: str
    official_tree: str | None = None


Wordings = Annotated[tuple[Word | OwnTree, ...], Field(min_length=1)]


class HansVocabulary(BaseModel):
    """Word lists by what the templates need them for; verbs are past tense; see ``hans.yaml``.

    Parameters
    ----------
    name
        Lower-case letters, digits and hyphens: part of the ids of its pairs.
    nouns
        Plural by singular.
    understood_objects
        By verb, the nouns that it makes understood when it stands alone; ``nouns`` for all nouns.
    relative_pronouns
        Part of speech by word.
    inflections
        Other forms of a verb, for counting it in a corpus.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", ignored_types=(cached_property,))

    name: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    nouns: Annotated[dict[Word, Word], Field(min_length=1)]
    transitive_verbs: Words
    intransitive_verbs: Words
    passive_verbs: Words
    np_s_verbs: Words
    np_z_verbs: Words
    np_z_verbs_of_plurals: Words
    np_z_subordinators: Words
    participles: Words
    places: Words
    understood_objects: Annotated[
        dict[Word, Annotated[tuple[WordOrPhrase, ...], Field(min_length=1)] | str], Field(min_length=1)
    ]
    non_factive_verbs: Words
    factive_verbs: Words
    adjectives: Words
    prepositions: Wordings
    relative_pronouns: Annotated[dict[Word, Word], Field(min_length=1)]
    subordinators_of_open_clauses: Wordings
    subordinators_before_open_main_clauses: Wordings
    subordinators_of_true_clauses: Wordings
    subordinators_before_true_main_clauses: Wordings
    adverbs_of_doubt: Wordings
    adverbs_of_certainty: Wordings
    inflections: dict[Word, tuple[Word, ...]] = {}

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self.model_dump_json())

    @cached_property
    def lists(self) -> dict[str, tuple[str, ...]]:
        """Plain words by the name of their list; what has a tree of its own is in `own_trees`."""
        fields = {name: getattr(self, name) for name in type(self).model_fields}
        lists = {
            name: tuple(word for word in value if isinstance(word, str))
            for name, value in fields.items()
            if isinstance(value, tuple)
        }
        lists["nouns_singular"] = tuple(self.nouns)
        lists["nouns_plural"] = tuple(self.nouns.values())
        lists["nouns"] = lists["nouns_singular"] + lists["nouns_plural"]
        lists["relative_pronouns"] = tuple(self.relative_pronouns)
        lists["understood_object_verbs"] = tuple(self.understood_objects)
        for verb, objects in self.understood_objects.items():
            lists[f"understood_objects:{verb}"] = (
                lists["nouns"] if isinstance(objects, str) else tuple(objects)
            )
        return lists

    @cached_property
    def own_trees(self) -> dict[str, tuple[OwnTree, ...]]:
        """Wordings with a tree of their own by the name of their list."""
        return {
            name: tuple(word for word in getattr(self, name) if isinstance(word, OwnTree))
            for name in type(self).model_fields
            if isinstance(getattr(self, name), tuple)
        }


@cache
def named_vocabulary(name: str = "hans") -> HansVocabulary:
    """Return a vocabulary that ships with the project.

    Raises
    ------
    UnknownNameError
        If there is none of that name.
    """
    if name not in SHIPPED:
        raise UnknownNameError(
            f"vocabulary '{printable(name)}'", f"one of {', '.join(SHIPPED)}, or a YAML file", "correct it"
        )
    return hans_vocabulary_from(language().data(f"hans/{name}.yaml"), f"{name}.yaml")


def read_vocabulary(path: Path) -> HansVocabulary:
    """Read and check a vocabulary from a user's YAML file, laid out like ``hans.yaml``.

    Raises
    ------
    FileMissingError
        If there is no such file.
    UnreadableFileError
        If it is not YAML.
    VocabularyError
        If a list is missing or empty, or words contradict each other; see `checks`.
    """
    if not path.is_file():
        raise FileMissingError(f"no file {printable(path.name)}", "a YAML file of words", "correct the path")
    try:
        content = guarded_yaml(file_bytes(path))
    except ValueError as error:
        raise UnreadableFileError(
            f"{printable(path.name)}: {printable(str(error), 200)}", "YAML in UTF-8", "correct the file"
        ) from error
    return hans_vocabulary_from(content, path.name)


def hans_vocabulary_from(content: Any, where: str) -> HansVocabulary:
    """Return the checked vocabulary that `content` states; `where` names its source in errors.

    Raises
    ------
    VocabularyError
        As in `read_vocabulary`.
    """
    try:
        vocabulary = HansVocabulary.model_validate(content)
    except ValidationError as error:
        found = [_fault(each["loc"], each["msg"]) for each in error.errors()]
        raise _unfit(where, found) from error
    found = faults(vocabulary)
    if found:
        raise _unfit(where, found)
    return vocabulary


def _fault(location: tuple[int | str, ...], message: str) -> str:
    return f"{'.'.join(str(part) for part in location) or 'the file'}: {message}"


def _unfit(where: str, found: list[str]) -> VocabularyError:
    shown = "; ".join(printable(fault, 160) for fault in found[:5])
    more = f"; and {len(found) - 5} more" if len(found) > 5 else ""
    return VocabularyError(
        f"vocabulary {quoted((where,))}: {shown}{more}",
        "the lists of hans.yaml, each with words that fit its templates",
        "correct these words",
    )


# What must hold of a vocabulary so that its sentences are grammatical and each pair has one reading.


_NOUNS_NEEDED = 4  # two clauses with two nouns each


def faults(vocabulary: HansVocabulary) -> list[str]:
    """Return every fault of `vocabulary` in words; none for a sound one."""
    checks = (_nouns, _repeats, _parts_of_speech, _frames, _objects, _trees)
    return [fault for check in checks for fault in check(vocabulary)]


def _nouns(vocabulary: HansVocabulary) -> Iterator[str]:
    if len(vocabulary.nouns) < _NOUNS_NEEDED:
        yield f"nouns: {len(vocabulary.nouns)} nouns, at least {_NOUNS_NEEDED} are needed"
    forms = Counter([*vocabulary.nouns, *vocabulary.nouns.values()])
    for form in (form for form, times in forms.items() if times > 1):
        yield f"nouns: '{form}' is the form of more than one noun, or singular and plural alike"


def _repeats(vocabulary: HansVocabulary) -> Iterator[str]:
    for name, words in vocabulary.lists.items():
        # A noun may stand twice among the objects of a verb, to be drawn twice as often.
        if name.startswith("understood_objects:"):
            continue
        wordings = Counter([*words, *(each.words for each in vocabulary.own_trees.get(name, ()))])
        for word in (word for word, times in wordings.items() if times > 1):
            yield f"{name}: '{word}' stands there twice"


def _parts_of_speech(vocabulary: HansVocabulary) -> Iterator[str]:
    # With one part of speech a word, the place of a word in a sentence tells what it is.
    found: dict[str, tuple[str, str]] = {}
    for word, tag, name in _tagged(vocabulary):
        other, where = found.setdefault(word, (tag, name))
        if other != tag:
            yield f"{name}: '{word}' is {tag} here, but {other} in {where}"
    capitals = Counter(word[:1].upper() + word[1:] for word in found)
    for word in (word for word, times in capitals.items() if times > 1):
        yield f"'{word}' occurs with a capital letter and without"


def _tagged(vocabulary: HansVocabulary) -> Iterator[tuple[str, str, str]]:
    stated = statement()
    for word, tag in stated.literals.items():
        yield word, tag, "the templates"
    for name, tag in stated.tags.items():
        for word in vocabulary.lists.get(name, ()):
            yield word, tag, name
    nouns = set(vocabulary.lists["nouns"])
    for verb in vocabulary.understood_objects:
        objects = set(vocabulary.lists[f"understood_objects:{verb}"]) - nouns
        for word in sorted(objects):
            yield word, stated.tags["understood_objects"], f"understood_objects.{verb}"
    for word, tag in vocabulary.relative_pronouns.items():
        yield word, tag, "relative_pronouns"


def _frames(vocabulary: HansVocabulary) -> Iterator[str]:
    for verb in set(vocabulary.passive_verbs) - set(vocabulary.transitive_verbs):
        yield f"passive_verbs: '{verb}' is not one of transitive_verbs"
    for verb in set(vocabulary.np_z_verbs) & set(vocabulary.np_z_verbs_of_plurals):
        yield f"np_z_verbs: '{verb}' is also in np_z_verbs_of_plurals"
    for verb in set(vocabulary.transitive_verbs) & set(vocabulary.intransitive_verbs):
        yield f"transitive_verbs: '{verb}' is also in intransitive_verbs"


def _objects(vocabulary: HansVocabulary) -> Iterator[str]:
    others = {word for name in ("nouns", "understood_object_verbs") for word in vocabulary.lists[name]}
    for verb, objects in vocabulary.understood_objects.items():
        if isinstance(objects, str):
            if objects != ALL_NOUNS:
                yield f"understood_objects.{verb}: '{objects}' is neither a list nor '{ALL_NOUNS}'"
            continue
        for phrase in objects:
            if " " in phrase and others & set(phrase.split()):
                yield f"understood_objects.{verb}: '{phrase}' holds a word of another list"


def _trees(vocabulary: HansVocabulary) -> Iterator[str]:
    phrases = [each for ways in statement().phrases.values() for each in ways if each.own_trees]
    takes_gap = {way.slots[way.own_trees or ""]: way.gap is not None for way in phrases}
    for name, trees in vocabulary.own_trees.items():
        for own in trees:
            yield from (f"{name}: {fault}" for fault in _tree_faults(own, takes_gap=takes_gap[name]))


def _tree_faults(own: OwnTree, *, takes_gap: bool) -> Iterator[str]:
    for tree in (own.tree, own.official_tree or own.tree):
        try:
            found = list(leaves(*read_nodes(tree, (), statement().literals)))
        except ValueError as error:
            yield f"'{own.words}': {error}"
            continue
        gaps = sum(isinstance(leaf, Gap) for leaf in found)
        if [leaf.text for leaf in found if isinstance(leaf, NotationWord)] != own.words.split():
            yield f"the tree of '{own.words}' does not hold these words in this order"
        if gaps != int(takes_gap) or (gaps and not isinstance(found[-1], Gap)):
            yield f"the tree of '{own.words}' needs {'one _, at its end' if takes_gap else 'no _'}"
