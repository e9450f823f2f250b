"""Which debiasing method a model is trained with: named, checked, and prepared once for all seeds."""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from rightreasons.errors import MeasureInputError, ModelError
from rightreasons.printable import printable
from rightreasons.streams.files import file_bytes
from rightreasons.training.recipe import TRANSFORMERS, Recipe

if TYPE_CHECKING:
    from rightreasons.debiasing.method import DebiasingMethod, Prepared

from rightreasons.jobs.training.data import TrainingData


@dataclass(frozen=True)
class ChosenMethod:
    """A method as it was named, and its settings.

    Parameters
    ----------
    text
        As on the command line.
    method
        What it names.
    """

    text: str
    method: "DebiasingMethod"

    @property
    def name(self) -> str:
        """The name in the registry."""
        return self.text.partition(":")[0]

    @property
    def what(self) -> str:
        """What the method does, in one line."""
        return (type(self.method).__doc__ or "").strip().splitlines()[0]

    def described(self) -> dict[str, Any]:
        """Return what the result depends on: all settings, and the checksums of files that they name.

        Raises
        ------
        RightReasonsError
            If such a file cannot be read.
        """
        from rightreasons.debiasing.bias_models.kinds import is_kind
        from rightreasons.debiasing.bias_models.with_bias_model import WithBiasModel
        from rightreasons.sources.predictions.reading import read_predictions

        settings: dict[str, Any] = asdict(self.method)  # type: ignore[call-overload]  # a dataclass, as it says
        if isinstance(self.method, WithBiasModel) and not is_kind(self.method.bias):
            files = read_predictions(self.method.bias).provenance.files
            settings |= {"bias": [asdict(file) for file in files]}
        return {"name": self.name, **settings, **_files_of(settings)}

    def prepared(self, data: TrainingData) -> "Prepared":
        """Mine, fit or drop what is the same for every seed.

        Raises
        ------
        MeasureInputError
            If the method finds nothing in the data to go by, so that training would be the plain one.
        RightReasonsError
            If the data do not suffice.
        """
        made = self.method.prepare(data.labelled())
        unchanged = made.make is None and len(made.train) == len(data.train)
        if unchanged or 0 in (made.facts.get("shortcuts"), made.facts.get("patterns")):
            raise MeasureInputError(
                f"nothing in '{printable(data.train.name)}' that '{printable(self.text)}' could go by",
                "shortcuts, or pairs that a bias model is sure of",
                "give a lower lambda or min-count, more training data, or another --debias",
            )
        return made


def _files_of(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the checksum of each file that a family of shortcuts reads."""
    from rightreasons.shortcuts.families import file_of

    named = [each for each in settings.values() if isinstance(each, str)]
    files = [(each, file) for each in named if (file := file_of(each)) is not None and file.is_file()]
    sums = {each: hashlib.sha256(file_bytes(file)).hexdigest() for each, file in files}
    return {"files": sums} if sums else {}


def choose_method(text: str, recipe: Recipe) -> ChosenMethod:
    """Return the method that a text names, if a recipe can be trained with it.

    Raises
    ------
    UnknownNameError
        If there is no such method.
    OptionError
        If its options are wrong; see `rightreasons.debiasing.shared.method_names.parse_method`.
    ModelError
        If it reads a vector of the hypothesis, which the model of the recipe does not have.
    """
    from rightreasons.debiasing.shared.method_names import parse_method

    chosen = ChosenMethod(text, parse_method(text))
    if "hypothesis vector" in chosen.method.needs and not _reads_hypotheses(recipe.model):
        raise ModelError(
            f"'{printable(chosen.name)}' for {recipe.about}, which reads no hypothesis by itself",
            "a model that does: infersent, esim, decomposable-attention, spinn, ngrams, an encoder",
            "choose another recipe or another --debias",
        )
    return chosen


def _reads_hypotheses(model: str) -> bool:
    """Return whether a model has a vector of the hypothesis."""
    if model == TRANSFORMERS:
        return True
    from rightreasons.models import MODELS
    from rightreasons.models.batch import PairModel

    kind: type[PairModel] = MODELS.load(model)
    return kind.hypothesis_vector is not PairModel.hypothesis_vector
