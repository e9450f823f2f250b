"""Published sets that test a model, as YAML states them: in one list, or in a file of their own."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated

from pydantic import ConfigDict, Field, TypeAdapter
from pydantic.dataclasses import dataclass

from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.registry import united
from rightreasons.sources.catalogue.known import KnownDataset

HERE = "rightreasons.sources.catalogue"
_LIST, _FOLDER = "challenge_sets.yaml", "sets"


@dataclass(frozen=True, config=ConfigDict(extra="forbid", arbitrary_types_allowed=True))
class WrittenSet:
    """What is stated of a published set.

    Parameters
    ----------
    dataset
        A key of ``catalogue.yaml``, or the dataset itself as an entry there has it.
    files
        Patterns of its files, one a file or a set of files.
    groups
        Columns that its paper reports results by.
    source
        Where it is to be had.
    """

    dataset: KnownDataset | str
    files: tuple[str, ...]
    groups: tuple[str, ...]
    source: Annotated[str, Field(alias="from")]


@cache
def written_sets() -> Mapping[str, WrittenSet]:
    """Return what is stated of every set by its name: those of the list, then a file each.

    Raises
    ------
    DuplicateNameError
        If two have one name.
    pydantic.ValidationError
        If one breaks its contract.
    """
    own = files(HERE.partition(".")[0]).joinpath(*HERE.split(".")[1:], _FOLDER)
    names = sorted(each.name for each in own.iterdir() if each.name.endswith(".yaml"))
    stated = {_LIST: packaged_yaml(HERE, _LIST)} | {
        f"{_FOLDER}/{name}": {name.removesuffix(".yaml"): packaged_yaml(f"{HERE}.{_FOLDER}", name)}
        for name in names
    }
    checked = TypeAdapter(dict[str, WrittenSet])
    claims = ((f"{HERE}, {by}", checked.validate_python(sets)) for by, sets in stated.items())
    return united("challenge", claims)


def key_of(name: str) -> str:
    """Return the key in the catalogue of the dataset of a set: the one named, or the set's name as a key."""
    dataset = written_sets()[name].dataset
    return dataset if isinstance(dataset, str) else name.replace("-", "_")


def own_datasets() -> dict[str, dict[str, KnownDataset]]:
    """Return the datasets that sets state themselves, by key, by the set as a person knows it."""
    return {
        f"{HERE}, {_FOLDER}/{name}.yaml": {key_of(name): each.dataset}
        for name, each in written_sets().items()
        if isinstance(each.dataset, KnownDataset)
    }
