"""What measures of data may ask for; tokens, patterns and features are made when they are asked for, once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from inspect import signature
from typing import ClassVar

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.artifacts.patterns.settings import PatternSettings, SentenceRole
from rightreasons.cross_fitting.vectors import EncodedTexts
from rightreasons.engine.progress import Progress, silent
from rightreasons.findings import Finding
from rightreasons.measures.inputs import Inputs, Measure
from rightreasons.measures.lacks import OF_AUDIT, Lack
from rightreasons.pairs import SENTENCES, PairTable
from rightreasons.text.tokenisations import choose_tokenisation, tokens
from rightreasons.text.tokens import Tokens


class PreparedTexts:
    """Tokens, features and patterns of the sets of an audit, each made on first use.

    Parameters
    ----------
    splits
        Every set by name, the audited one first.
    tokenisation
        Its name, the same for every set; None takes the data's parses where every set has them, otherwise
        ``word-punct``.
    features
        Makes features of the hypotheses of a set; None: nothing does.
    """

    def __init__(
        self,
        splits: Mapping[str, PairTable],
        tokenisation: str | None = None,
        features: Callable[[PairTable], EncodedTexts] | None = None,
    ) -> None:
        self.tokenisation = tokenisation or choose_tokenisation(
            [_has_parses(each) for each in splits.values()], [each.hypotheses for each in splits.values()]
        )
        self._audited = next(iter(splits.values()))
        self._features = features
        self._tokens: dict[tuple[int, SentenceRole], tuple[PairTable, Tokens]] = {}

    def tokens(self, table: PairTable, side: SentenceRole) -> Tokens:
        """Return the tokens of the premises or of the hypotheses of a set."""
        key = (id(table), side)  # the table is kept along, so that no other one gets its id
        if key not in self._tokens:
            parses = table.parse_column(side)
            chosen = table.frame[parses] if parses and self.tokenisation == "parse" else None
            self._tokens[key] = (table, tokens(table.frame[side], self.tokenisation, chosen))
        return self._tokens[key][1]

    def features(self, table: PairTable) -> EncodedTexts | None:
        """Return the features of the hypotheses of a set, if something makes them."""
        return None if self._features is None else self._features(table)

    @cached_property
    def patterns(self) -> PatternSet:
        """Patterns of the hypotheses audited that point to one label."""
        return PatternSet.from_tokens(
            self._audited, self.tokens(self._audited, "hypothesis"), PatternSettings()
        )


@dataclass(frozen=True, eq=False)
class AuditInputs(Inputs):
    """What a measure of data may ask for.

    Parameters
    ----------
    splits
        Every set given, by name; the audited one first: every row has gold, at least two labels occur.
    texts
        Tokens and features of any of them.
    test
        One set given with ``--test``; a measure with this parameter is taken once for every such set.
    group_by
        Columns by which results are grouped.
    language
        Code of the language of the audited set.
    seed
        For whatever is random.
    progress
        Where long work says how far it is.
    """

    splits: Mapping[str, PairTable]
    texts: PreparedTexts
    test: PairTable | None = None
    group_by: tuple[str, ...] = ()
    language: str = "en"
    seed: int = 0
    progress: Progress = silent

    LACKS: ClassVar[Mapping[str, Lack]] = OF_AUDIT

    @property
    def train(self) -> PairTable:
        """The set audited."""
        return next(iter(self.splits.values()))

    @property
    def hypothesis_tokens(self) -> Tokens:
        """Tokens of the hypotheses of `train`."""
        return self.texts.tokens(self.train, "hypothesis")

    @property
    def premise_tokens(self) -> Tokens:
        """Tokens of the premises of `train`."""
        return self.texts.tokens(self.train, "premise")

    @property
    def test_hypothesis_tokens(self) -> Tokens | None:
        """Tokens of the hypotheses of `test`, same tokenisation."""
        return None if self.test is None else self.texts.tokens(self.test, "hypothesis")

    @property
    def test_premise_tokens(self) -> Tokens | None:
        """Tokens of the premises of `test`, same tokenisation."""
        return None if self.test is None else self.texts.tokens(self.test, "premise")

    @property
    def hypothesis_features(self) -> EncodedTexts | None:
        """What a frozen encoder makes of the hypotheses of `train`."""
        return self.texts.features(self.train)

    @property
    def test_hypothesis_features(self) -> EncodedTexts | None:
        """What the same encoder makes of the hypotheses of `test`."""
        return None if self.test is None else self.texts.features(self.test)

    @property
    def patterns(self) -> PatternSet:
        """Patterns H(3, 3, 0.5) of the hypotheses of `train` at the default minimum count."""
        return self.texts.patterns

    def scored_on(self, test: str | None) -> "AuditInputs":
        """Return the same inputs with one of the sets to score on, by its name."""
        return replace(self, test=None if test is None else self.splits[test])

    def find(self, name: str, measure: Measure) -> Finding:
        """Return what a measure finds; errors as of `Inputs.call`, and those of the measure."""
        finding: Finding = self.call(name, measure)
        return finding


def takes_test(measure: Measure) -> bool:
    """Return whether a measure is taken once for every test set."""
    return "test" in signature(measure).parameters


def _has_parses(table: PairTable) -> bool:
    return all(table.parse_column(side) is not None for side in SENTENCES)
