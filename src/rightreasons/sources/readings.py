"""Every DATA of one command read by one set of options; one of them can be addressed by its name."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rightreasons.errors import InputError, OptionError
from rightreasons.options import option_fields
from rightreasons.printable import printable, quoted
from rightreasons.sources.options import ReadOptions

if TYPE_CHECKING:
    from rightreasons.pairs import PairTable

_SHAPE = ("columns", "label_map", "format", "gold", "premise_join", "encoding", "quoting")
_AFTER_NAME = re.compile(r"(\[|:|@).*$")
_LAST_PART = re.compile(r"[/\\!]")


def stem_of(data: object) -> str:
    """Return what DATA is called where an option addresses it: the name of its file without endings."""
    last = _LAST_PART.split(str(data))[-1]
    name = Path(_AFTER_NAME.sub("", last))
    return Path(name.stem).stem if name.suffix in (".gz", ".zip") else name.stem


def names_of(data: Mapping[str, Sequence[object]]) -> set[str]:
    """Return the names that address one DATA, of DATA by their role."""
    return {*data, *(stem_of(each) for several in data.values() for each in several)}


class DataReader:
    """Reads every DATA of one command.

    The first DATA is read by all common options. So is a further one whose columns are stated, or whose
    premises, hypotheses and labels are then found in the same columns as those of the first. Of any other
    only options that speak of rows hold (``on_...``, ``limit``). What addresses one DATA goes before all.

    Parameters
    ----------
    common
        For every DATA; an attribute, too.
    own
        Changes of `common` for one DATA, by its role (``test``, ``dev``, ``on``, ...) or by `stem_of` it.
    """

    def __init__(
        self, common: ReadOptions | None = None, own: Mapping[str, Mapping[str, Any]] | None = None
    ) -> None:
        self.common = common or ReadOptions()
        self._own = own or {}
        self._first: Mapping[str, str] | None = None

    @classmethod
    def of(
        cls,
        texts: Mapping[str, Iterable[str]],
        data: Mapping[str, Sequence[object]],
        common: ReadOptions | None = None,
    ) -> "DataReader":
        """Return a reader as a command line states it.

        Parameters
        ----------
        texts
            By field of `ReadOptions`: values for all DATA, or ``NAME:VALUE`` for one.
        data
            The DATA of the command by their role.
        common
            What holds where nothing is stated.

        Raises
        ------
        OptionError
            If an option is given twice for the same DATA, or its value cannot be used.
        """
        fields = {field.attribute: field for field in option_fields(ReadOptions)}
        names = names_of(data)
        stated: dict[str, dict[str, Any]] = {}
        for attribute, values in texts.items():
            for text in values:
                name, value = addressed(text, names)
                options = stated.setdefault(name, {})
                if attribute in options:
                    where = f" for {printable(name)}" if name else ""
                    raise OptionError(
                        f"--{fields[attribute].name} given twice{where}",
                        "one value, or one for each DATA",
                        f"leave one out, or write NAME: before it, NAME among {quoted(sorted(names))}",
                    )
                options[attribute] = fields[attribute].parsed(value)
        whole = replace(common or ReadOptions(), **stated.pop("", {}))
        for options in stated.values():
            replace(whole, **options)  # checks them before anything is read
        return cls(whole, stated)

    def read(self, data: Any, role: str = "data") -> "PairTable":
        """Return the pairs of one DATA; a table is returned as it is.

        Raises
        ------
        InputError
            For whatever is wrong with the data; of a further DATA it names how to address it.
        """
        from rightreasons.pairs import PairTable
        from rightreasons.sources.read import read_pairs

        if isinstance(data, PairTable):
            return data
        own = self._own_of(data, role)
        options = replace(self.common, **own)
        if self._first is None:
            pairs = read_pairs(data, options)
            self._first = _columns(pairs)
            return pairs
        plain = options if "columns" in own else replace(self._plain(), **own)
        return self._further(data, options, plain, role)

    def options_for(self, data: Any, role: str = "data") -> ReadOptions:
        """Return the options that the first DATA of a command is read by."""
        return replace(self.common, **self._own_of(data, role))

    def _own_of(self, data: Any, role: str) -> Mapping[str, Any]:
        return {**self._own.get(role, {}), **self._own.get(stem_of(data), {})} if _is_name(data) else {}

    def _plain(self) -> ReadOptions:
        default = ReadOptions()
        return replace(self.common, **{name: getattr(default, name) for name in _SHAPE})

    def _further(self, data: Any, options: ReadOptions, plain: ReadOptions, role: str) -> "PairTable":
        from rightreasons.sources.read import read_pairs

        refused: InputError | None = None
        if options != plain:
            try:
                pairs = read_pairs(data, options)
            except OptionError:
                pass  # as of a column that only the first has
            except InputError as error:
                refused = error
            else:
                if _columns(pairs) == self._first:
                    return pairs
        try:
            return read_pairs(data, plain)
        except InputError as error:
            shown = refused or error
            remedy = (
                f"{shown.remedy}; an option for this DATA alone begins with its name: --columns {role}:..."
            )
            raise type(shown)(shown.found, shown.expected, remedy) from None


def addressed(text: str, names: Collection[str]) -> tuple[str, str]:
    """Return which DATA a value is for, empty for all, and the value without the name."""
    name, colon, value = text.partition(":")
    return (name, value) if colon and name in names else ("", text)


def _is_name(data: Any) -> bool:
    return isinstance(data, str | Path)


def _columns(pairs: "PairTable") -> Mapping[str, str]:
    columns = pairs.provenance.columns
    return {role: columns[role] for role in ("premise", "hypothesis", "label") if role in columns}
