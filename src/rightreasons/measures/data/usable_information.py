"""How many bits of the label can be used from the hypothesis, the premise, overlap or length alone."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.cross_fitting.features import Features, ngram_features
from rightreasons.engine.progress import silent
from rightreasons.figures import Figure, Figures, where
from rightreasons.findings import Cell, Finding, View
from rightreasons.labels import Label
from rightreasons.measures.data.hypothesis_only.gold_probabilities import (
    GoldProbabilities,
    informative_probabilities,
)
from rightreasons.measures.data.hypothesis_only.measures import hypothesis_baseline, premise_baseline
from rightreasons.measures.data.hypothesis_only.question import Baseline, Question
from rightreasons.measures.data.length_only import length_baseline, length_features
from rightreasons.measures.data.overlap_only import features_of_sides, overlap_baseline
from rightreasons.pairs import PairTable
from rightreasons.sentences.templates import fill
from rightreasons.statistics.information import (
    LEAST_PROBABILITY,
    Bits,
    mean_bits,
    pointwise_information,
    surprisal,
)
from rightreasons.statistics.smallest_gain import smallest_gain
from rightreasons.text.tokens import Tokens

ADDS = {"measure": ["usable_information"]}
BLOCKS = "Rows that share a text go into one fold, and a model is fitted to all other folds."
TITLES = {"usable_information": "V-usable information of each text"}
MEASURE = "usable_information"
INPUTS = ("hypothesis", "premise", "overlap", "length")
ITEM_COLUMNS: Mapping[str, str] = {
    "pvi_{input}": "float information: Bits about the gold label of the row from the {input} alone "
    "(pointwise V-information); below 0 where it misleads.",
}


@dataclass(frozen=True)
class _Known:
    """The bits of one input about the labels of the rows scored."""

    name: str
    found: GoldProbabilities
    entropy: Bits
    information: Bits


def usable_information(
    train: PairTable,
    premise_tokens: Tokens,
    hypothesis_tokens: Tokens,
    test: PairTable | None = None,
    test_premise_tokens: Tokens | None = None,
    test_hypothesis_tokens: Tokens | None = None,
    group_by: tuple[str, ...] = (),
    seed: int = 0,
) -> Finding:
    """Measure the usable information (V-information) that parts of a pair have about its gold label.

    The model of each input is that of the baseline of the same name; its strength of regularisation is chosen
    by log loss, and its log odds are added to those of a far more strongly regularised model, each times a
    number fitted to other folds. A cross-fitted value is a lower bound of what such models could use.

    Parameters
    ----------
    train, test, group_by, seed
        As of `rightreasons.measures.data.hypothesis_only.measures.hypothesis_only`.
    premise_tokens, hypothesis_tokens, test_premise_tokens, test_hypothesis_tokens
        Tokens of both sides of both sets, one tokenisation.

    Returns
    -------
    Finding
        Figures in bits: ``label_entropy`` (of the shares of the labels), and for each input of `INPUTS`
        ``INPUT.information``, also by label. ``smallest_gain``: that of `hypothesis_only`. Views
        ``by_input``, ``by_label``, ``by_COLUMN``. Items: `ITEM_COLUMNS`.

    Raises
    ------
    MeasureInputError
        As of `hypothesis_only`.

    References
    ----------
    Xu et al. (2020), "A theory of usable information under computational constraints", definition 2.
    Ethayarajh, Choi and Swayamdipta (2022), "Understanding dataset difficulty with V-usable information",
    section 2.
    """
    question = Question(train, test, (), seed, silent)
    sides = ((premise_tokens, hypothesis_tokens), (test_premise_tokens, test_hypothesis_tokens))
    every = [_known(*asked, question) for asked in _inputs(question, sides)]
    figures = Figures(list(_figures(every, question.scored_set)))
    return Finding(
        measure=MEASURE,
        subject=train.name if test is None else f"{train.name} -> {test.name}",
        definition=fill("usable_information.definition", least=LEAST_PROBABILITY),
        headline=fill(
            "usable_information.headline",
            **{name: figures[f"{name}.information"] for name in INPUTS},
            entropy=figures["label_entropy"],
        ),
        figures=figures,
        views=_views(every, question.scored_set, group_by),
        settings={"tokenisation": hypothesis_tokens.tokenisation, "seed": seed},
        items=_items(every, question.scored_set),
        fitted_to_train=True,
    )


def _views(every: list[_Known], name: str, group_by: tuple[str, ...]) -> dict[str, View]:
    by_group = {f"by_{column}": _by_column(every, column) for column in group_by}
    return {"by_input": _by_input(every, name), "by_label": _by_label(every, name), **by_group}


def _inputs(
    question: Question, sides: tuple[tuple[Tokens | None, Tokens | None], ...]
) -> Iterator[tuple[str, Baseline, Callable[[], Features]]]:
    premises = [premise for premise, _ in sides if premise is not None]
    hypotheses = [hypothesis for _, hypothesis in sides if hypothesis is not None]
    texts = [table.hypotheses for table in (question.train, question.test) if table is not None]
    yield "hypothesis", hypothesis_baseline(hypotheses[0]), lambda: ngram_features(hypotheses)
    yield "premise", premise_baseline(premises[0]), lambda: ngram_features(premises)
    yield "overlap", overlap_baseline(hypotheses[0].tokenisation), lambda: features_of_sides(*sides)
    yield (
        "length",
        length_baseline(hypotheses[0].tokenisation),
        lambda: length_features([each.lengths for each in hypotheses], texts),
    )


def _known(name: str, baseline: Baseline, features: Callable[[], Features], question: Question) -> _Known:
    found = informative_probabilities(baseline, question, features)
    entropy = surprisal(found.shares)
    return _Known(
        name, found, entropy, pointwise_information(entropy, surprisal(found.sample.scored.probability))
    )


def _figures(every: list[_Known], name: str) -> Iterator[Figure]:
    first, rows = every[0], where(set=name)
    entropy = mean_bits(first.entropy, first.found.sample.dependence)
    yield Figure("entropy", entropy, rows=rows, what="label_entropy")
    sample = first.found.sample
    least = smallest_gain(sample.scored.gold, sample.dependence)
    yield Figure("detectable_difference", least, rows=rows, what="smallest_gain")
    for each in every:
        group, by_bits = {"input": each.name}, rows.ordered_by(f"-pvi_{each.name}")
        yield Figure(
            "information", mean_bits(each.information, each.found.sample.dependence), group, rows=by_bits
        )
        for label, part in _labels(each):
            dependence = each.found.sample.where(part).dependence
            of_label = mean_bits(each.information[part], dependence)
            label_rows = by_bits.also(*where(label=label).where)
            yield Figure("information", of_label, group, label=label, rows=label_rows)


def _labels(known: _Known) -> Iterator[tuple[Label, npt.NDArray[np.bool_]]]:
    scored = known.found.sample.scored
    for code, label in enumerate(scored.labels):
        part = np.equal(scored.gold, code)
        if part.any():
            yield label, part


def _by_input(every: list[_Known], name: str) -> View:
    lines = []
    for each in every:
        mean = mean_bits(each.information, each.found.sample.dependence)
        accuracy = float(each.found.sample.scored.right.mean())
        lines.append((each.name, mean.n, mean.value, *mean.bounds, float(each.entropy.mean()), accuracy))
    return View(
        fill("usable_information.by_input"),
        ("input", "n", "information", "low", "high", "entropy", "accuracy"),
        tuple(lines),
        by=("input",),
        bounds={"information": ("low", "high")},
        rows=where(set=name),
        roles={"input": "side"},
    )


def _by_label(every: list[_Known], name: str) -> View:
    lines = tuple(
        (each.name, str(label), *_mean_of(each, part)) for each in every for label, part in _labels(each)
    )
    return View(
        fill("usable_information.by_label"),
        ("input", "label", "n", "information", "low", "high"),
        lines,
        by=("input", "label"),
        bounds={"information": ("low", "high")},
        rows=where(set=name),
        items={"label": "label"},
        roles={"input": "side"},
    )


def _by_column(every: list[_Known], column: str) -> View:
    groups = every[0].found.sample.scored.frame[column].cast(pl.String)
    names = groups.drop_nulls().unique().sort().to_list()
    lines = tuple(
        (value, each.name, *_mean_of(each, np.asarray((groups == value).fill_null(value=False).to_numpy())))
        for value in names
        for each in every
    )
    return View(
        fill("usable_information.by_column", column=column),
        ("group", "input", "n", "information", "low", "high"),
        lines,
        by=("group", "input"),
        bounds={"information": ("low", "high")},
        roles={"input": "side"},
    )


def _mean_of(known: _Known, part: npt.NDArray[np.bool_]) -> tuple[Cell, ...]:
    mean = mean_bits(known.information[part], known.found.sample.where(part).dependence)
    return (mean.n, mean.value, *mean.bounds)


def _items(every: list[_Known], name: str) -> pl.DataFrame:
    first = every[0].found.sample.scored
    columns = {f"pvi_{each.name}": each.information for each in every}
    return pl.DataFrame(
        {"set": pl.repeat(name, len(first.gold), dtype=pl.String, eager=True), "id": first.frame["id"]}
        | columns
    )
