"""What measures may ask for, made once and only when it is asked for."""

import inspect
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from rightreasons.artifacts import INPUTS
from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.artifacts.patterns.settings import PatternSettings
from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import UnknownNameError
from rightreasons.findings import Finding
from rightreasons.pairs import PairTable
from rightreasons.text.tokenisations import choose_tokenisation, tokens
from rightreasons.text.tokens import Tokens


class TokenisedTable:
    """A table with its tokens, made on first use.

    Parameters
    ----------
    table
        The pairs.
    tokenisation
        Name of the tokenisation, the same for every table of an audit.
    """

    def __init__(self, table: PairTable, tokenisation: str) -> None:
        self.table = table
        self.tokenisation = tokenisation

    @cached_property
    def hypothesis_tokens(self) -> Tokens:
        """Tokens of the hypotheses."""
        return self._tokens("hypothesis")

    @cached_property
    def premise_tokens(self) -> Tokens:
        """Tokens of the premises."""
        return self._tokens("premise")

    def _tokens(self, side: str) -> Tokens:
        parses = self.table.parse_column(side)
        chosen = self.table.frame[parses] if parses and self.tokenisation == "parse" else None
        return tokens(self.table.frame[side], self.tokenisation, chosen)


class AuditInputs:
    """The inputs of one audit, by the names in `rightreasons.artifacts.INPUTS`.

    Parameters
    ----------
    train
        The data audited.
    tests
        Sets given with ``--test``, by name.
    tokenisation
        Its name; None takes the data's parses where every set has them, otherwise ``word-punct``.
    group_by
        Columns by which results are grouped.
    seed
        For whatever is random.
    progress
        Where long work says how far it is.
    """

    def __init__(
        self,
        train: PairTable,
        tests: Mapping[str, PairTable],
        tokenisation: str | None = None,
        group_by: tuple[str, ...] = (),
        seed: int = 0,
        progress: Progress = silent,
    ) -> None:
        tables = (train, *tests.values())
        self.tokenisation = tokenisation or choose_tokenisation([_has_parses(table) for table in tables])
        self.train = TokenisedTable(train, self.tokenisation)
        self.tests = {name: TokenisedTable(table, self.tokenisation) for name, table in tests.items()}
        self.group_by = group_by
        self.seed = seed
        self.progress = progress

    def call(self, measure: Callable[..., Finding], test: str | None) -> Finding:
        """Call `measure` with what its parameters name, scoring on the test of that name if there is one."""
        wanted = inspect.signature(measure).parameters
        available = self._thunks(test)
        arguments: dict[str, Any] = {}
        for name, parameter in wanted.items():
            if name in available:
                arguments[name] = available[name]()
            elif parameter.default is inspect.Parameter.empty:
                raise UnknownNameError(
                    f"measure '{measure.__name__}' asks for '{name}'",
                    f"one of {', '.join(INPUTS)}",
                    "rename it",
                )
        return measure(**arguments)

    @cached_property
    def patterns(self) -> PatternSet:
        """Patterns of the hypotheses audited that go with one label: mined once for all measures."""
        return PatternSet.from_tokens(self.train.table, self.train.hypothesis_tokens, PatternSettings())

    def _thunks(self, test: str | None) -> dict[str, Callable[[], Any]]:
        scored = self.tests[test] if test is not None else None
        tables = {self.train.table.name: self.train.table}
        tables |= {name: each.table for name, each in self.tests.items()}
        return {
            "train": lambda: self.train.table,
            "test": lambda: scored.table if scored else None,
            "splits": lambda: tables,
            "hypothesis_tokens": lambda: self.train.hypothesis_tokens,
            "premise_tokens": lambda: self.train.premise_tokens,
            "test_hypothesis_tokens": lambda: scored.hypothesis_tokens if scored else None,
            "test_premise_tokens": lambda: scored.premise_tokens if scored else None,
            "patterns": lambda: self.patterns,
            "group_by": lambda: self.group_by,
            "seed": lambda: self.seed,
            "progress": lambda: self.progress,
        }


def takes_test(measure: Callable[..., Finding]) -> bool:
    """Return whether a measure is taken once for every test set."""
    return "test" in inspect.signature(measure).parameters


def _has_parses(table: PairTable) -> bool:
    return all(table.parse_column(side) is not None for side in ("premise", "hypothesis"))
