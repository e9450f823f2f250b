"""Parses of a user's own parser for the data of a model of trees."""

from dataclasses import replace
from typing import Any

from rightreasons.errors import OptionError
from rightreasons.jobs.training.data import TrainingData
from rightreasons.predictors.called.called import KIND, function_named, users_code
from rightreasons.printable import printable


def parsed_data(data: TrainingData, parser: str) -> TrainingData:
    """Return data whose sentences all have a parse: their own, or the parser's.

    Parameters
    ----------
    data
        The data.
    parser
        ``"py:MODULE:FUNCTION"``: from a list of texts to a list of bracketed parses.

    Raises
    ------
    OptionError
        If it is not written so.
    RightReasonsError
        If there is no such function, or its parses cannot be used.
    """
    from rightreasons.models.trees import with_parses

    kind, _, rest = parser.partition(":")
    if kind != KIND:
        raise OptionError(f"'{printable(parser)}' for --parser", "py:MODULE:FUNCTION", "correct it")
    _, function = function_named(rest)

    def parse(texts: list[str]) -> Any:
        with users_code():
            return function(texts)

    train, dev, *tests = (
        with_parses(table, parse, parser) for table in (data.train, data.dev, *data.tests.values())
    )
    return replace(data, train=train, dev=dev, tests=dict(zip(data.tests, tests, strict=True)))
