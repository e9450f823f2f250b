"""What has to be trained for the cells of trained models: the name of a cell's model, read by rule."""

import re
from collections.abc import Mapping
from dataclasses import asdict, field, replace
from functools import cache
from typing import Annotated, Literal

from pydantic import BeforeValidator, ConfigDict, TypeAdapter
from pydantic.dataclasses import dataclass

from rightreasons.papers.printed import data_of
from rightreasons.references import FigureSelection
from rightreasons.training.recipe import TRANSFORMERS
from rightreasons.training.recipe_files import read_recipe

WrittenSelection = Annotated[FigureSelection, BeforeValidator(lambda text: FigureSelection.of(str(text)))]
"""The type of a field of a data file that says which figures are meant."""
_STRICT = ConfigDict(extra="forbid")
_FILE = "trainings.yaml"
_SAMPLE = "{sample}"


@dataclass(frozen=True, config=_STRICT)
class Form:
    """The sets of a training, by their names in ``sets.yaml``.

    Parameters
    ----------
    train, dev, test
        What is trained on, what decides which epoch is kept, and what is predicted.
    min_count
        Instances that must hold a pattern.
    published
        A file of hard instances of test.
    """

    train: str
    dev: str
    test: str
    min_count: int = 50
    published: str = ""


@dataclass(frozen=True, config=_STRICT)
class DataForms:
    """The data of a training, as the paper has them and as they are public.

    Parameters
    ----------
    paper, small
        The whole sets, and the public part; None where the whole is public.
    threshold
        lambda of the patterns that make instances of test easy and hard.
    remark
        Why even `paper` is not what the paper had.
    remark_of
        The figures that this is about; none: all.
    """

    paper: Form
    small: Form | None = None
    threshold: float = 0.8
    remark: str = ""
    remark_of: tuple[WrittenSelection, ...] = ()


@dataclass(frozen=True, config=_STRICT)
class ModelTraining:
    """What is trained for a model of a paper.

    Parameters
    ----------
    name
        What to call it: models that differ only in the set they are scored on have one training.
    recipe, data
        By name; data as in `forms`.
    labels, augment
        As `rightreasons.train` takes them.
    debias
        As `rightreasons.train` takes it; ``{sample}`` stands for the sample that is trained on.
    method
        The row of Liu et al. (2020), Table 7, that names the debiasing method; empty: none does.
    probed_on
        What each model is probed on.
    accuracy
        Of which of its sets the cells of accuracy are.
    easy_hard
        Whether accuracy on easy and hard instances of test is wanted.
    small, changes
        Changes of the recipe's small version, and of any version, ``"key=value"``.
    """

    name: str
    recipe: str
    data: str
    labels: Literal["two"] | None = None
    augment: str | None = None
    debias: str | None = None
    method: str = ""
    probed_on: tuple[str, ...] = ()
    accuracy: Literal["dev", "test"] = "test"
    easy_hard: bool = False
    small: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()

    @property
    def encoder(self) -> str:
        """The pretrained encoder of its recipe, by the name that ``--encoder`` takes; empty: it has none."""
        recipe = read_recipe(self.recipe)
        settings: Mapping[str, object] = recipe.settings
        return str(settings["checkpoint"]) if recipe.model == TRANSFORMERS else ""

    @property
    def sampled(self) -> bool:
        """Whether it is trained on samples drawn at random."""
        return _SAMPLE in (self.debias or "")

    def debiased(self, sample: int, min_count: int, methods: Mapping[str, str | None]) -> str | None:
        """Return the debiasing method of one training.

        Parameters
        ----------
        sample
            Which sample it is trained on.
        min_count
            Instances that must hold a pattern.
        methods
            The rows of Table 7 as methods.
        """
        text = methods[self.method] if self.method else self.debias
        if text is None:
            return None
        return f"{text.format(sample=sample)}{',' if ':' in text else ':'}min-count={min_count}"


@dataclass(frozen=True, config=_STRICT)
class _Base:
    recipe: str
    data: str | None = None
    method: str = ""
    easy_hard: bool | None = None
    small: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()


@dataclass(frozen=True, config=_STRICT)
class _PaperModels:
    models: Mapping[str, _Base]
    data: str = ""
    probed_on: tuple[str, ...] = ()
    accuracy: Literal["dev", "test"] = "test"
    easy_hard: bool = False


@dataclass(frozen=True, config=_STRICT)
class _Suffix:
    ends: str
    data: str | None = None
    labels: str | None = None
    augment: str | None = None
    debias: str | None = None
    accuracy: str | None = None

    def settings(self, found: tuple[str, ...]) -> dict[str, str]:
        """Return what a model is by this suffix; `found`: what its brackets matched."""
        own = {name: text for name, text in asdict(self).items() if name != "ends" and text is not None}
        return {name: text.replace(_SAMPLE, f"{{{_SAMPLE}}}").format(*found) for name, text in own.items()}


@dataclass(frozen=True, config=_STRICT)
class _Trainings:
    suffixes: tuple[_Suffix, ...]
    papers: Mapping[str, _PaperModels]
    data: Mapping[str, DataForms] = field(default_factory=dict)


def forms(data: str) -> DataForms:
    """Return data by the name that trainings use."""
    return _trainings().data[data]


def form_at(data: str, scale: str) -> Form:
    """Return the sets of a training at the scale ``paper`` or ``small``."""
    of_data = forms(data)
    return of_data.small if scale == "small" and of_data.small is not None else of_data.paper


def training_of(paper: str, model: str) -> ModelTraining | None:
    """Return what is trained for a model as the cells of a paper name it, or None if it is not known.

    Parameters
    ----------
    paper
        As on the command line: ``liu-2020``.
    model
        A base of the paper and suffixes: ``InferSent-rand-0.5-MultiNLI``.
    """
    of_paper = _trainings().papers[paper]
    settings: dict[str, str] = {}
    rest = model
    while rest not in of_paper.models:
        found = next(
            ((each, match) for each in _trainings().suffixes if (match := _matched(each, rest))), None
        )
        if found is None:
            return None
        suffix, match = found
        rest, *bracketed = match.groups()
        settings |= suffix.settings(tuple(bracketed))
    base = of_paper.models[rest]
    whole = {
        "name": model,
        "recipe": base.recipe,
        "data": base.data or of_paper.data,
        "method": base.method,
        "small": base.small,
        "changes": base.changes,
        "probed_on": of_paper.probed_on,
        "accuracy": of_paper.accuracy,
        "easy_hard": of_paper.easy_hard if base.easy_hard is None else base.easy_hard,
    } | settings
    made: ModelTraining = TypeAdapter(ModelTraining).validate_python(whole)
    return replace(made, name=rest) if set(settings) == {"accuracy"} else made


def _matched(suffix: _Suffix, name: str) -> re.Match[str] | None:
    return re.fullmatch(f"(.+){suffix.ends}", name)


@cache
def _trainings() -> _Trainings:
    made: _Trainings = TypeAdapter(_Trainings).validate_python(data_of(_FILE))
    return made
