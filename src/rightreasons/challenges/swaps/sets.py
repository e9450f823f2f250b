"""Builds the sets of behaviour analysis from any labelled training set (Sanchez et al. 2018, section 5.4)."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import get_args

import polars as pl

from rightreasons.artifacts.words_of_pairs import Words, words_of
from rightreasons.challenges.swaps.candidates import candidates
from rightreasons.challenges.swaps.drafts import Draft, antonym_drafts, hypernym_drafts, substitute_drafts
from rightreasons.challenges.swaps.factors import factors
from rightreasons.challenges.swaps.forms import Forms
from rightreasons.challenges.swaps.items import Item, select_items
from rightreasons.challenges.swaps.main_senses import MainSenses
from rightreasons.challenges.swaps.options import Side, SwapOptions, SwapRelation
from rightreasons.challenges.swaps.substitutes import NO_RELATIVE, Substitutes
from rightreasons.challenges.swaps.swap_challenge import NAMES
from rightreasons.challenges.swaps.swap_set import COLUMNS, CONTROL_OF, OPEN, SETS, SwapSet, SwapSets
from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import EmptyDataError, MeasureInputError, OptionError
from rightreasons.labels import Label
from rightreasons.pairs import LABEL_TYPE, Account, PairTable
from rightreasons.printable import printable
from rightreasons.text.language import language, language_of
from rightreasons.text.word_pairs import WordPairs
from rightreasons.text.wordnet import WordNet, open_wordnet

NOT_LABELLED = "no rule proposes a gold label"
NOTHING_MADE = "nothing that is made of it has a gold label"
_FACTOR_COLUMNS = ("polarity", "unseen", "gold_changed")
_DRAFTED: Mapping[str, pl.DataType | type[pl.DataType]] = {
    name: pl.String if kind == LABEL_TYPE else kind
    for name, kind in COLUMNS.items()
    if name not in _FACTOR_COLUMNS
}


def assembled(
    drafts: Sequence[Draft],
    words: Words,
    gold: pl.Series,
    relation: SwapRelation,
    account: Account,
    settings: Mapping[str, object],
) -> SwapSets:
    """Return the sets.

    Parameters
    ----------
    drafts
        The instances; those of a control set before what is made of them.
    words, gold
        Of the training instances: what polarity and unseen pairs are told by.
    relation, settings
        See `SwapSets`.
    account
        What became of the candidates until they were items.
    """
    frame = _with_factors(_frame(drafts), words, gold)
    frame = frame.with_columns(control=pl.col("set").replace(CONTROL_OF))
    made = frame.filter(pl.col("set") != pl.col("control"))
    unlabelled = _with_controls(frame, made.filter(gold_status=OPEN))
    labelled = _with_controls(frame, made.filter(pl.col("gold_status") != OPEN))
    drafted = dict(frame.group_by("set").len().iter_rows())
    sets = {name: SwapSet(name, labelled.filter(set=name)) for name in SETS if name in drafted}
    accounts = {name: _account(sets[name], drafted[name], account) for name in sets}
    return SwapSets(relation, sets, unlabelled, accounts, settings)


def _frame(drafts: Sequence[Draft]) -> pl.DataFrame:
    rows = [
        {
            "id": f"{draft.set}:{draft.item.name}",
            "premise": draft.instance.premise,
            "hypothesis": draft.instance.hypothesis,
            "label": draft.label and draft.label.value,
            "set": draft.set,
            "item": draft.item.name,
            "source_id": draft.item.source_id,
            "pair": "/".join(sorted(draft.item.pair[:2])),
            "first": draft.instance.first,
            "second": draft.instance.second,
            "relation": draft.relation,
            "control_label": draft.control_label and draft.control_label.value,
            "gold_status": draft.status if draft.label and draft.control_label else OPEN,
        }
        for draft in drafts
    ]
    return pl.DataFrame(rows, schema=_DRAFTED).with_columns(pl.col("label", "control_label").cast(LABEL_TYPE))


def _with_factors(frame: pl.DataFrame, words: Words, gold: pl.Series) -> pl.DataFrame:
    found = factors(words, gold, frame).select("first", "second", "polarity", "unseen")
    whole = frame.join(found, on=["first", "second"], how="left", maintain_order="left")
    return whole.with_columns(gold_changed=pl.col("label") != pl.col("control_label")).select(*COLUMNS)


def _with_controls(frame: pl.DataFrame, made: pl.DataFrame) -> pl.DataFrame:
    of_made = frame.filter(pl.col("set") == pl.col("control")).join(
        made, on=["control", "item"], how="semi", maintain_order="left"
    )
    return pl.concat([of_made, made]).drop("control")


def _account(made: SwapSet, drafted: int, account: Account) -> Account:
    of_items = Account(account.kept, account.kept)
    if made.name == made.control:
        of_all = account if made.name.startswith("I_") else of_items
        return of_all.drop(NOTHING_MADE, of_items.kept - len(made))
    return of_items.drop(NO_RELATIVE, of_items.kept - drafted).drop(NOT_LABELLED, drafted - len(made))


WRONG_LABEL = "gold label is not contradiction"
DEFAULTS = SwapOptions()


def swap_sets(
    train: PairTable,
    relation: SwapRelation,
    pairs: WordPairs,
    options: SwapOptions = DEFAULTS,
    *,
    wordnet: WordNet | None = None,
    progress: Progress = silent,
) -> SwapSets:
    """Build the sets of one relation.

    Parameters
    ----------
    train
        Labelled pairs: the control instances come from them, and so do polarity and unseen pairs. Rows
        without gold are left out.
    relation
        ``"antonym"``: I_A, I_TA1, E_A, E_TA, of contradictions only. ``"antonym-substitute"``: I_A, I_TA2,
        I_TA3. ``"hypernym"``: I_H, I_TH, E_H, E_TH, of any gold label.
    pairs
        Antonyms, or hypernyms and hyponyms; each pair is looked for in both orders.
    options
        How they are built.
    wordnet
        For base forms, senses and substitutes; None opens that of this machine.
    progress
        Told how far the work is.

    Returns
    -------
    SwapSets
        The sets; instances whose label no rule proposes; what became of every candidate.

    Raises
    ------
    OptionError
        If there is no such relation or side, or the pairs are none of that relation.
    MeasureInputError
        If antonyms are asked of data without contradictions, or the data are not English.
    EmptyDataError
        If no instance can be transformed.
    FileMissingError
        If there is no WordNet.
    """
    _check(relation, options)
    code = language_of(train.premises, train.hypotheses, stated=options.language)
    language(code, f"the challenge '{NAMES[relation]}'")
    train = train.with_gold()
    forms = Forms(wordnet or open_wordnet())
    words = words_of(train)
    related = _of_relation(pairs, relation)
    found = candidates(words, related, forms)
    found, account = _of_right_label(train, found, relation)
    items, taken = select_items(train, found, forms, options, progress)
    if not items:
        raise _nothing_to_swap(train, pairs, account)
    account = Account(account.read, taken.kept, (*account.dropped, *taken.dropped))
    drafts = _drafts(items, relation, options, words, forms)
    return assembled(drafts, words, train.gold, relation, account, _settings(related, forms, options))


def _nothing_to_swap(train: PairTable, pairs: WordPairs, account: Account) -> EmptyDataError:
    return EmptyDataError(
        f"no instance of '{printable(train.name)}' in which a pair of '{printable(pairs.name)}' can be "
        f"swapped, of {account.read:,} candidates",
        "a premise with one word of a pair and a hypothesis with the other",
        "give more training data or more word pairs",
    )


def _drafts(
    items: Sequence[Item], relation: SwapRelation, options: SwapOptions, words: Words, forms: Forms
) -> list[Draft]:
    if relation == "antonym":
        return list(antonym_drafts(items, options.seed))
    if relation == "hypernym":
        return list(hypernym_drafts(items, forms, options.seed))
    senses = MainSenses(forms.wordnet)
    roles = (options.side,) if options.side else get_args(Side)
    made = [Substitutes(words, side, options.min_count, forms, senses) for side in roles]
    return list(substitute_drafts(items, made, forms, options.seed))


def _check(relation: str, options: SwapOptions) -> None:
    if relation not in get_args(SwapRelation):
        raise OptionError(
            f"relation '{printable(relation)}'", " or ".join(get_args(SwapRelation)), "choose one of them"
        )
    if options.side is not None and relation != "antonym-substitute":
        raise OptionError(
            f"a side for the relation {relation}", "no side: both words move", "leave --side out"
        )


def _of_relation(pairs: WordPairs, relation: str) -> WordPairs:
    relations = ("hypernym", "hyponym") if relation == "hypernym" else ("antonym",)
    related = replace(pairs, frame=pairs.frame.filter(pl.col("relation").is_in(relations)))
    if not len(related):
        raise OptionError(
            f"no pair of the relation {relations[0]} in '{printable(pairs.name)}'",
            "pairs of that relation",
            "give other pairs, or another --relation",
        )
    return related


def _of_right_label(train: PairTable, found: pl.DataFrame, relation: str) -> tuple[pl.DataFrame, Account]:
    """Return the candidates of contradictions for antonyms, otherwise all."""
    if relation == "hypernym":
        return found, Account(found.height, found.height)
    if Label.CONTRADICTION not in train.labels:
        raise MeasureInputError(
            f"'{printable(train.name)}' has the labels {', '.join(train.labels)}",
            "contradictions, of which the antonym sets are made",
            "give data with three labels",
        )
    right = found.filter(train.gold.gather(found["row"]) == Label.CONTRADICTION.value)
    return right, Account(found.height, found.height).drop(WRONG_LABEL, found.height - right.height)


def _settings(pairs: WordPairs, forms: Forms, options: SwapOptions) -> dict[str, object]:
    return {**asdict(options), "pairs": pairs.name, "wordnet": forms.wordnet.name}
