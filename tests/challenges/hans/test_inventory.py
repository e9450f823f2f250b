"""What the grammar holds is what McCoy et al. (2019) state: subcases, templates, variants, categories."""

from collections import Counter, defaultdict
from fractions import Fraction

from rightreasons.challenges.hans.categories import categories
from rightreasons.challenges.hans.grammar import grammar_of
from rightreasons.challenges.hans.support import support
from rightreasons.challenges.hans.templates import statement, subcase_names
from rightreasons.challenges.hans.vocabulary.files import named_vocabulary
from rightreasons.labels import Label

GRAMMAR = grammar_of(named_vocabulary(), "official")
# Appendix E, counted by hand for each subcase in the order of the file: 114 in all.
CATEGORIES = [1, 6, 12, 1, 4, 4, 1, 1, 2, 1, 3, 1, 1, 10, 7, 2, 1, 7, 1, 1, 4, 2, 6, 2, 4, 7, 9, 4, 2, 7]


def test_each_heuristic_has_five_contradicting_subcases_then_five_supporting_ones() -> None:
    half = [Label.NON_ENTAILMENT] * 5 + [Label.ENTAILMENT] * 5
    subcases = statement().subcases
    assert [subcase.label for subcase in subcases] == half * 3
    heuristics = ["lexical_overlap", "subsequence", "constituent"]
    assert [subcase.heuristic for subcase in subcases] == [name for name in heuristics for _ in range(10)]
    assert len(set(subcase_names())) == 30


def test_there_are_the_60_published_templates_in_66_variants() -> None:
    ids = {shape.template.id for shape in GRAMMAR.shapes}
    unfinished = {34, 55, 56, 57, 64, 65, 66, 67}
    assert ids == {f"temp{number}" for number in range(1, 69) if number not in unfinished}
    variants = {(shape.template.id, shape.variant) for shape in GRAMMAR.shapes}
    assert len(variants) == 66
    assert {name for name, variant in variants if variant == "c"} == {"temp50", "temp60", "temp68"}


def test_there_are_114_categories_as_appendix_e_counts_them() -> None:
    assert sum(CATEGORIES) == len(categories(GRAMMAR)) == 114
    subcase_of = {shape.template.id: shape.subcase.name for shape in GRAMMAR.shapes}
    found = Counter(subcase_of[name.partition(":")[0].partition("+")[0]] for name in categories(GRAMMAR))
    assert [found[name] for name in subcase_names()] == CATEGORIES


def test_the_shapes_of_each_subcase_share_all_its_probability() -> None:
    totals: dict[str, Fraction] = defaultdict(Fraction)
    for shape in GRAMMAR.shapes:
        totals[shape.subcase.name] += shape.weight
    assert set(totals.values()) == {1}


def test_key_words_of_one_list_are_equally_probable_where_phrases_stand_among_them() -> None:
    # if, unless, whether or not, in case: 1/4 each, although two of them share a variant
    weights: dict[str, Fraction] = defaultdict(Fraction)
    for shape in GRAMMAR.shapes:
        if shape.template.id == "temp50":
            weights[shape.variant] += shape.weight
    assert weights == {"a": 1 / 2, "b": 1 / 4, "c": 1 / 4}


def test_small_subcases_have_as_many_pairs_as_counted_by_hand() -> None:
    # 32 subjects: paid takes the 30 nouns of another lemma, the other six verbs 54 objects
    assert support(GRAMMAR, "se_understood_object") == 32 * (30 + 10 + 9 + 9 + 10 + 9 + 7)
    assert support(GRAMMAR, "ln_passive") == support(GRAMMAR, "le_passive") == 2 * 16 * 30 * 14
    assert support(GRAMMAR, "ln_subject/object_swap") == 32 * 30 * 16
    # eight adjectives, sixteen plural subjects, eight intransitive verbs or sixteen with 30 objects
    assert support(GRAMMAR, "se_adjective") == 8 * 16 * (8 + 16 * 30)
