"""The two baselines that see the words of one side: hypothesis only, premise only."""

from dataclasses import dataclass

from rightreasons.cross_fitting.features import ngram_features
from rightreasons.cross_fitting.regression import Matrix
from rightreasons.engine.memory import remembered
from rightreasons.engine.progress import Progress, silent
from rightreasons.findings import Finding
from rightreasons.measures.data.hypothesis_only.answers import fitted
from rightreasons.measures.data.hypothesis_only.baseline import finding_of, measured
from rightreasons.measures.data.hypothesis_only.question import Baseline, Question
from rightreasons.pairs import PairTable
from rightreasons.sentences.templates import fill
from rightreasons.text.tokens import Tokens
from rightreasons.text.unspaced import CHARACTERS

ADDS = {"measure": ["hypothesis_only", "premise_only"]}
BLOCKS = "Rows that share a text go into one fold, and a model is fitted to all other folds."

NGRAMS = (
    "lower-cased word 1-2-grams with the start of the text, and character 3-5-grams within marked words; "
    "an occurrence counts 1 + ln(rows / count), each text scaled to length 1"
)
CHARACTER_NGRAMS = (
    "lower-cased character 1-4-grams with the start and the end of the text, whose words are not separated "
    "by spaces; an occurrence counts 1 + ln(rows / count), each text scaled to length 1"
)


def hypothesis_only(
    train: PairTable,
    hypothesis_tokens: Tokens,
    test: PairTable | None = None,
    test_hypothesis_tokens: Tokens | None = None,
    group_by: tuple[str, ...] = (),
    seed: int = 0,
    progress: Progress = silent,
) -> Finding:
    """Measure the accuracy of a linear model that sees the hypothesis and never the premise.

    Parameters
    ----------
    train
        The data audited: gold in every row, two labels or more, texts that can be assigned to folds.
    hypothesis_tokens
        Tokens of its hypotheses.
    test
        Scored by a model of all of `train`. Without it `train` is scored by cross-fitting with five folds
        (three above 100,000 rows) that share no text.
    test_hypothesis_tokens
        Tokens of its hypotheses, same tokenisation.
    group_by
        Columns of the set scored by whose values accuracy is also given.
    seed
        For folds, the control, and the rows by which the strength of regularisation is chosen.
    progress
        Hears of fits.

    Returns
    -------
    Finding
        Figures: ``accuracy``; ``majority``, ``gain``, ``gain_percent`` for the commonest label of `train`,
        with ``_own`` for that of the set scored; where there is a test ``cross_fitted_accuracy`` of `train`,
        and accuracy and gain for ``WHAT_in_train`` and ``WHAT_not_in_train``; ``accuracy_memorised`` and
        ``memorised_gain``, without value where no two rows share a text; ``permutation_accuracy``, trained on
        at most 100,000 rows with shuffled labels; ``training_n`` (rows). Tests ``majority``,
        ``majority_own`` (McNemar's where rows are independent, otherwise t over clusters). Views
        ``occurrence`` where there is a test, ``per_label`` (Table 3), ``confusion``, ``by_COLUMN``
        (Table 4), ``features``. Items: those of `rightreasons.measures.data.hypothesis_only.baseline`.

    Raises
    ------
    MeasureInputError
        If `train` is not so, `test` has no gold label, or the set scored lacks a column of `group_by`.

    References
    ----------
    Poliak et al. (2018), "Hypothesis only baselines in natural language inference", section 3, Tables 2 to 4.
    """
    question = Question(train, test, group_by, seed, progress)
    return told_by_words(question, given_tokens(hypothesis_tokens, test_hypothesis_tokens)).finding


@dataclass(frozen=True)
class ToldByWords:
    """Predict labels of the scored set from the hypothesis alone.

    Parameters
    ----------
    finding
        Of the measure.
    probabilities
        Of each label of training for every row, shape (rows, labels).
    """

    finding: Finding
    probabilities: Matrix


def told_by_words(question: Question, given: list[Tokens]) -> ToldByWords:
    """Return what words tell, made once: other baselines are held against it; errors as of `hypothesis_only`.

    Parameters
    ----------
    question
        What is asked.
    given
        Tokens of the hypotheses of training, and of the test if there is one.
    """
    baseline = hypothesis_baseline(given[0])

    def made() -> ToldByWords:
        features = ngram_features(given)
        found = fitted(baseline, question, features)
        return ToldByWords(finding_of(baseline, question, features, found), found.probabilities)

    return remembered("hypothesis_only", (baseline.tokenisation, question.key), made, entries=2)


def premise_only(
    train: PairTable,
    premise_tokens: Tokens,
    test: PairTable | None = None,
    test_premise_tokens: Tokens | None = None,
    group_by: tuple[str, ...] = (),
    seed: int = 0,
    progress: Progress = silent,
) -> Finding:
    """Measure the accuracy from the premise alone; a control that should equal the majority label.

    Parameters, result and errors are those of `hypothesis_only`, with tokens of the premises.
    """
    baseline = premise_baseline(premise_tokens)
    features = ngram_features(given_tokens(premise_tokens, test_premise_tokens))
    return measured(baseline, Question(train, test, group_by, seed, progress), features)


def hypothesis_baseline(tokens: Tokens) -> Baseline:
    """Return what sees the n-grams of hypotheses with these tokens."""
    return _of_ngrams("hypothesis", fill("baseline.without_premise"), tokens)


def premise_baseline(tokens: Tokens) -> Baseline:
    """Return what sees the n-grams of premises with these tokens."""
    return _of_ngrams("premise", fill("baseline.without_hypothesis"), tokens)


def _of_ngrams(side: str, seen: str, tokens: Tokens) -> Baseline:
    definition = fill("baseline.definition", model=fill("baseline.of_ngrams", side=side))
    features = CHARACTER_NGRAMS if tokens.tokenisation == CHARACTERS else NGRAMS
    return Baseline(f"{side}_only", seen, side, definition, features, tokens.tokenisation)


def given_tokens(tokens: Tokens, test_tokens: Tokens | None) -> list[Tokens]:
    """Return the tokens of training, and those of the test if there is one."""
    return [each for each in (tokens, test_tokens) if each is not None]
