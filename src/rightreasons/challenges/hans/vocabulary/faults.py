"""What must hold of a vocabulary so that its sentences are grammatical and each pair has one reading."""

from collections import Counter
from collections.abc import Iterator

from rightreasons.challenges.hans.templates import statement
from rightreasons.challenges.hans.trees.notation import Gap, leaves, read_nodes
from rightreasons.challenges.hans.trees.notation import Word as NotationWord
from rightreasons.challenges.hans.vocabulary.words import ALL_NOUNS, HansVocabulary, OwnTree

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
