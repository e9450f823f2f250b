"""The words a HANS set is made of: that of HANS, a second one of our own, or a user's YAML file."""

from functools import cached_property
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

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
