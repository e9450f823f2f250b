"""A function of the user's own as a model: ``py:module:function``, called with premises and hypotheses."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib import import_module, invalidate_caches
from inspect import isgeneratorfunction
from operator import attrgetter
from pathlib import Path
from typing import Any

from rightreasons.challenges.ordinary_pairs import ordinary_pairs
from rightreasons.errors import ModelError, RightReasonsError, UnknownNameError
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.predictors.called.labels import CallLabels, declared_labels, labels_of
from rightreasons.predictors.called.responses import EXPECTED, CallAnswers, breach, checked_answers
from rightreasons.predictors.identity import Identity
from rightreasons.predictors.networks.others_code import others_code
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.response import Response, responses_of
from rightreasons.predictors.store.asking import SLICE
from rightreasons.printable import error_text, printable

ADDS = {"predictor": {"py": "load_callable"}}
KIND = "py"
_TRIAL = 12  # ordinary pairs, four a label, that tell the labels of a function that declares none
_REMEDY = "write py:MODULE:FUNCTION, the module in this folder or installed"
Function = Callable[[list[str], list[str]], Any]


@dataclass(frozen=True)
class Called:
    """A function as a predictor.

    Parameters
    ----------
    function
        Called as ``function(premises, hypotheses)`` with two lists of strings of the same length; returns one
        answer a pair: the name of a label, ``{label: probability}``, or a score. A generator function, which
        yields them one by one, is a `CalledOneByOne`.
    target
        Where it was found, as ``module:function``.
    labelling
        Its labels.
    """

    function: Function = field(repr=False)
    target: str
    labelling: CallLabels

    @property
    def name(self) -> str:
        """What to call it: ``py:MODULE:FUNCTION``."""
        return self.labelling.shown

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels that it can give, in the order of `Label`."""
        return self.labelling.labels

    @property
    def identity(self) -> Identity:
        """Without a checksum: nothing but a stated version tells one state of the function from another."""
        options = self.labelling.options
        return Identity(
            KIND,
            self.target,
            tuple(label.value for label in self.labels),
            checksum=options.model_version,
            label_map={name: label.value for name, label in self.labelling.names.items()},
            options={"score_of": options.score_of.value, "threshold": options.threshold},
        )

    def predict(self, pairs: PairTable) -> Predictions:
        """Return what the function says of every pair; what it raises passes through.

        Raises
        ------
        PredictionError
            If it does not return one answer a pair, all of one kind, with its own labels and with numbers
            from 0 to 1.
        UnknownLabelError, AmbiguousLabelError, MeaninglessLabelError
            For names of labels that cannot be read.
        """
        ids = pairs.frame["id"].to_list()
        if not ids:
            return replace(self.labelling, kind="label").predictions([], CallAnswers("label", ()))
        return self.labelling.predictions(ids, _answers(self.function, pairs, self.name))


@dataclass(frozen=True)
class CalledOneByOne(Called):
    """A generator function as a predictor: each answer is handed on as it is yielded."""

    def batches(self, pairs: PairTable) -> Iterator[Mapping[str, Response]]:
        """Yield one response at a time, in the order of the pairs; the function is given 1,024 pairs a call.

        Raises
        ------
        PredictionError
            As in `Called.predict`; where it yields too few answers or too many, after those that it yielded.
        UnknownLabelError, AmbiguousLabelError, MeaninglessLabelError
            For names of labels that cannot be read.
        """
        labelling = self.labelling
        for part in pairs.frame.iter_slices(SLICE):
            ids = part["id"].to_list()
            yielded = self.function(part["premise"].to_list(), part["hypothesis"].to_list())
            count = 0
            for each in _each(yielded):
                if count == len(ids):
                    raise self._miscounted("more answers than", len(ids))
                answers = checked_answers([each], 1, self.name)
                yield responses_of(labelling.predictions([ids[count]], answers))
                labelling = replace(labelling, kind=answers.kind)
                count += 1
            if count < len(ids):
                raise self._miscounted(f"{count:,} answers for", len(ids))

    def _miscounted(self, found: str, asked: int) -> RightReasonsError:
        remedy = "mend the function, and state another --model-version or -o: what it yielded is kept"
        return breach(self.name, f"yielded {found} {asked:,} pairs", "one answer a pair", remedy)


def load_callable(rest: str, options: ModelOptions) -> Called:
    """Return the function that ``MODULE:FUNCTION`` names, from the working directory or installed.

    Its labels are those of an attribute ``labels`` of the function, or else of its module. Without one they
    are what the function says of a few ordinary pairs.

    Raises
    ------
    UnknownNameError
        If there is no such module or function.
    ModelError
        If the module cannot be imported, the function fails on ordinary pairs, or its labels are no set of
        labels; UnnamedOutputsError and others as in `rightreasons.predictors.networks.outputs.named_outputs`.
    PredictionError
        As in `Called.predict`.
    """
    module, function = function_named(rest)
    shown = f"{KIND}:{rest}"
    kind = CalledOneByOne if _is_generator(function) else Called
    declared = getattr(function, "labels", None) or getattr(module, "labels", None)
    if isinstance(declared, list | tuple):
        return kind(function, rest, declared_labels(shown, declared, options))
    return kind(function, rest, labels_of(shown, _tried(function, shown), options))


def function_named(rest: str) -> tuple[Any, Any]:
    """Return a module and a function of it, named ``"MODULE:FUNCTION"``.

    Raises
    ------
    UnknownNameError
        If there is no such module or function.
    ModelError
        If the module cannot be imported.
    """
    module_name, _, path = rest.partition(":")
    module = _imported(module_name, rest)
    try:
        function = attrgetter(path)(module)
    except AttributeError as error:
        found = f"'{printable(path)}' in the module '{printable(module_name)}'"
        raise UnknownNameError(f"no {found}", "a function of the module", _REMEDY) from error
    if not callable(function):
        found = f"'{printable(rest)}' is a {type(function).__name__}"
        raise UnknownNameError(found, "a function of the module", _REMEDY)
    return module, function


def _imported(name: str, rest: str) -> Any:
    if not name or not rest.partition(":")[2]:
        raise UnknownNameError(f"'py:{printable(rest)}'", "a module and a function", _REMEDY)
    invalidate_caches()
    try:
        with users_code():
            return import_module(name)
    except Exception as error:
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing and (name == missing or name.startswith(f"{missing}.")):
            raise UnknownNameError(
                f"no module '{printable(name)}'", "a module in this folder, or installed", _REMEDY
            ) from error
        found = f"the module '{printable(name)}' cannot be imported: {error_text(error)}"
        raise ModelError(
            found, "a module that can be imported", "mend it, or install what it needs"
        ) from error


def _tried(function: Function, shown: str) -> CallAnswers:
    try:
        return _answers(function, ordinary_pairs().head(_TRIAL), shown)
    except RightReasonsError:
        raise
    except Exception as error:
        how = f"fails on {_TRIAL} ordinary pairs, which tell its labels: {error_text(error)}"
        raise ModelError(
            f"'{printable(shown)}' {how}",
            EXPECTED,
            "mend the function, or give it an attribute `labels` with the names of its labels",
        ) from error


def _answers(function: Function, pairs: PairTable, shown: str) -> CallAnswers:
    with users_code():
        returned = function(pairs.premises.to_list(), pairs.hypotheses.to_list())
        if _is_generator(function):
            returned = list(returned)
    return checked_answers(returned, len(pairs), shown)


def _is_generator(function: Function) -> bool:
    return isgeneratorfunction(function) or isgeneratorfunction(type(function).__call__)


def _each(yielded: Iterator[Any]) -> Iterator[Any]:
    """Yield what the user's code yields, which runs for one answer at a time."""
    while True:
        with users_code():
            try:
                each = next(yielded)
            except StopIteration:
                return
        yield each


@contextmanager
def users_code() -> Iterator[None]:
    """Let imports look into the working directory first, also those that a function makes when called."""
    folder = str(Path.cwd())
    sys.path.insert(0, folder)
    try:
        with others_code():
            yield
    finally:
        if folder in sys.path:
            sys.path.remove(folder)
