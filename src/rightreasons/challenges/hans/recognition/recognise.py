"""Recognises pairs that come from the templates: which template, with which words in its slots.

The kinds of the words of premise and hypothesis leave a few shapes; of these, one that has the words of the
sentences in its lists, each slot with one word throughout, and repeats none, is a reading.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.challenges.hans.categories import category_of
from rightreasons.challenges.hans.drawing import Row, rows_of
from rightreasons.challenges.hans.grammar import Choices, Grammar, Numbers, grammar_of, repeats_a_word
from rightreasons.challenges.hans.hans_set import described
from rightreasons.challenges.hans.recognition.shape_search import PatternIndex, pattern_index
from rightreasons.challenges.hans.recognition.token_rows import token_rows
from rightreasons.challenges.hans.rendering import rendered
from rightreasons.challenges.hans.templates import Quirks
from rightreasons.challenges.hans.trees.formats import PARSES
from rightreasons.challenges.hans.vocabulary.files import named_vocabulary
from rightreasons.challenges.hans.vocabulary.words import HansVocabulary
from rightreasons.labels import Label
from rightreasons.pairs import PairTable


@dataclass(frozen=True)
class TemplateReading:
    """One way in which a pair comes from the templates.

    Parameters
    ----------
    heuristic, subcase, template, variant, category
        Where it belongs, by their official names; variant and category as in `HansSet`.
    label
        Gold label of the subcase.
    fillers
        Words by slot, as the grammar names the slots.
    has_doubled_determiner
        Whether the hypothesis has the "the the" of the published temp15.
    """

    heuristic: str
    subcase: str
    template: str
    variant: str
    category: str
    label: Label
    fillers: dict[str, str]
    has_doubled_determiner: bool


@dataclass(frozen=True, eq=False)
class TemplateReadings:
    """The readings of many pairs, in the order of the pairs.

    Parameters
    ----------
    vocabulary
        The words that were looked for.
    row
        Which pair each reading is of; a pair without a reading does not occur. Shape (readings,).
    choices
        Shape and words of each reading.
    doubled
        Whether the hypothesis has a doubled determiner. Shape (readings,).
    """

    vocabulary: HansVocabulary
    row: Numbers
    choices: Choices
    doubled: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.row)

    def table(self) -> pl.DataFrame:
        """Return one row a reading.

        Columns ``row`` (of the pair), ``gold_label``, ``heuristic``, ``subcase``, ``template``, ``variant``,
        ``category``, ``has_doubled_determiner``, ``slots`` and ``fillers`` (two lists of the same length).
        """
        grammar = grammar_of(self.vocabulary, "official")
        slots = pl.Series([list(shape.slots) for shape in grammar.shapes])
        words = pl.DataFrame(pl.Series(grammar.words).gather(column) for column in self.choices.words.T)
        fillers = words.select(pl.concat_list(pl.all()).list.eval(pl.element().filter(pl.element() != "")))
        return pl.DataFrame(
            {
                "row": self.row,
                **described(grammar, self.choices),
                "has_doubled_determiner": self.doubled,
                "slots": slots.gather(self.choices.shape),
                "fillers": fillers.to_series(),
            }
        )

    def parses(self, quirks: Quirks = "official") -> pl.DataFrame:
        """Return ``row`` and the four official parse columns of every reading, written as `quirks` says."""
        columns = rendered(grammar_of(self.vocabulary, quirks), self.choices, PARSES)
        return pl.DataFrame({"row": self.row, **columns})


def recognise(
    premise: str, hypothesis: str, vocabulary: HansVocabulary | None = None
) -> tuple[TemplateReading, ...]:
    """Return every reading of one pair; none if it does not come from the templates.

    Parameters
    ----------
    premise, hypothesis
        Sentences to the letter, tokens between single spaces: ``"The judge saw the actor ."``.
    vocabulary
        The words that may fill slots; those of HANS by default.
    """
    words = vocabulary or named_vocabulary()
    readings = _readings(pl.Series([premise]), pl.Series([hypothesis]), words)
    grammar = grammar_of(words, "official")
    categories = category_of(grammar, readings.choices).to_list()
    return tuple(
        _reading(grammar, *found)
        for found in zip(
            readings.choices.shape, readings.choices.words, categories, readings.doubled, strict=True
        )
    )


def _reading(
    grammar: Grammar, number: int, words: Numbers, category: str, doubled: np.bool_
) -> TemplateReading:
    shape = grammar.shapes[number]
    return TemplateReading(
        heuristic=shape.subcase.heuristic,
        subcase=shape.subcase.name,
        template=shape.template.id,
        variant=shape.variant,
        category=category,
        label=shape.subcase.label,
        fillers={slot: grammar.words[word] for slot, word in zip(shape.slots, words, strict=False)},
        has_doubled_determiner=bool(doubled),
    )


def recognise_all(pairs: PairTable, vocabulary: HansVocabulary | None = None) -> TemplateReadings:
    """Return the readings of all pairs of a table; see `recognise`."""
    return _readings(pairs.premises, pairs.hypotheses, vocabulary or named_vocabulary())


def rows_by_subcase(grammar: Grammar, pairs: PairTable) -> dict[str, set[Row]]:
    """Return the pairs that `grammar` can make, by subcase, as `rows_of` gives them."""
    choices = recognise_all(pairs, grammar.vocabulary).choices
    found: dict[str, set[Row]] = {}
    for shape, row in zip(choices.shape.tolist(), rows_of(choices), strict=True):
        found.setdefault(grammar.shapes[shape].subcase.name, set()).add(row)
    return found


def _readings(premises: pl.Series, hypotheses: pl.Series, vocabulary: HansVocabulary) -> TemplateReadings:
    index = pattern_index(vocabulary)
    tokens = token_rows(index, premises, hypotheses)
    row, pattern = _candidates(index, tokens)
    choices, fits = _fillers(index, tokens[row], pattern)
    row, choices, doubled = row[fits], choices[fits], index.patterns.doubled[pattern][fits]
    order = np.lexsort((choices.shape, row))
    return TemplateReadings(vocabulary, row[order], choices[order], doubled[order])


def _candidates(index: PatternIndex, tokens: Numbers) -> tuple[Numbers, Numbers]:
    """Return the rows with each pattern that has their kinds of words, two arrays of the same shape."""
    kinds = np.ascontiguousarray(index.tokens.kinds[tokens])
    signatures = kinds.view(f"V{kinds.itemsize * kinds.shape[1]}").ravel().tolist()
    found = [index.by_kinds.get(signature, ()) for signature in signatures]
    row = np.repeat(np.arange(len(tokens)), [len(each) for each in found])
    return row, np.array([number for each in found for number in each], dtype=np.int64)


def _fillers(index: PatternIndex, tokens: Numbers, pattern: Numbers) -> tuple[Choices, npt.NDArray[np.bool_]]:
    """Return the words in the slots of each row's pattern, and whether the row fits the pattern."""
    behind = np.zeros(len(tokens), dtype=np.int64)
    rows = np.arange(len(tokens))[:, None]
    shape = index.patterns.shape[pattern]
    first, last = (
        np.column_stack([tokens, behind])[rows, index.patterns.places[pattern, :, side]] for side in (0, 1)
    )
    slots = np.arange(index.grammar.most_slots)[None, :]
    fits = ((first == last) & index.fits[shape[:, None], slots, first]).all(axis=1)
    # What does not fit may be no word of the grammar at all.
    choices = Choices(shape, np.where(fits[:, None], first, 0))
    return choices, fits & ~repeats_a_word(index.grammar, choices)
