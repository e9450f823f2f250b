"""Every DATA of one command read by one set of options; one of them can be addressed by its name."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rightreasons.errors import FileMissingError, InputError, OptionError
from rightreasons.options import option_fields
from rightreasons.printable import printable, quoted
from rightreasons.sources.addresses import addressed, names_of, stem_of
from rightreasons.sources.options import ReadOptions

if TYPE_CHECKING:
    from rightreasons.pairs import PairTable

_SHAPE = ("columns", "label_map", "format", "gold", "premise_join", "encoding", "quoting")


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
    several
        Roles that more than one DATA has: messages address these by their files.
    """

    def __init__(
        self,
        common: ReadOptions | None = None,
        own: Mapping[str, Mapping[str, Any]] | None = None,
        several: Collection[str] = (),
    ) -> None:
        self.common = common or ReadOptions()
        self._own = own or {}
        self._several = several
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
        return cls(whole, stated, [role for role, each in data.items() if len(each) > 1])

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
            try:
                pairs = read_pairs(data, options)
            except InputError as error:
                error.address = self.stated_name(data, role)
                raise
            self._first = _columns(pairs)
            return pairs
        plain = options if "columns" in own else replace(self._plain(), **own)
        return self._further(data, options, plain, role)

    def options_for(self, data: Any, role: str = "data") -> ReadOptions:
        """Return the options that the first DATA of a command is read by."""
        return replace(self.common, **self._own_of(data, role))

    def stated_name(self, data: Any, role: str) -> str:
        """Return the name by which options address one DATA; empty if none does."""
        return next((name for name in (stem_of(data), role) if _is_name(data) and name in self._own), "")

    def _name(self, data: Any, role: str) -> str:
        """Return a name that addresses one DATA and no other of the command."""
        by_file = role in self._several and _is_name(data)
        return self.stated_name(data, role) or (stem_of(data) if by_file else role)

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
        except FileMissingError:
            raise
        except InputError as error:
            from rightreasons.sources.proposals.pasting import of_one_data

            raise of_one_data(refused or error, self._name(data, role)) from None


def _is_name(data: Any) -> bool:
    return isinstance(data, str | Path)


def _columns(pairs: "PairTable") -> Mapping[str, str]:
    columns = pairs.provenance.columns
    return {role: columns[role] for role in ("premise", "hypothesis", "label") if role in columns}
