"""What the values of a column are: a quantity, or one of a closed list of roles."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from rightreasons.errors import UndeclaredColumnError
from rightreasons.figures import Written, quantities
from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.printable import printable, quoted


@dataclass(frozen=True)
class Role:
    """What the values of a column are that are no quantity.

    Parameters
    ----------
    name
        The word that names it.
    written
        How people read it.
    meaning
        One sentence.
    """

    name: str
    written: Written | Literal["text"]
    meaning: str


@cache
def roles() -> Mapping[str, Role]:
    """Return every role by its name."""
    return {name: Role(name, **each) for name, each in _listed()["roles"].items()}


def written_as(role: str) -> Written | Literal["text"]:
    """Return how people read the values of a quantity or role."""
    known = roles().get(role)
    return quantities()[role].written if known is None else known.written


def view_roles(
    columns: Sequence[str], declared: Mapping[str, str], by: Collection[str] = ()
) -> dict[str, str]:
    """Return the quantity or role of every column of a view.

    Parameters
    ----------
    columns
        Names of the columns.
    declared
        What the view says of its own; of the others ``columns.yaml`` says it, or their name, where it is that
        of a quantity.
    by
        The columns that make a line what it is: of those that nothing else is said of, groups.

    Raises
    ------
    UndeclaredColumnError
        If nothing is said of a column, or what is said is neither a quantity nor a role.
    """
    known = {name: role for name in columns if (role := declared.get(name) or _said_of(name, name in by))}
    if unknown := [name for name in columns if name not in known]:
        raise UndeclaredColumnError(
            f"a view with the columns {quoted(unknown)}, of which nothing says what they hold",
            "a quantity or a role for every column",
            "name it in `roles` of the view",
        )
    for name, role in known.items():
        if role not in roles() and role not in quantities():
            raise UndeclaredColumnError(
                f"a column '{printable(name)}' of '{printable(role)}'",
                f"a quantity, or one of the roles {', '.join(roles())}",
                "correct `roles` of the view",
            )
    return known


def _said_of(name: str, is_group: bool) -> str | None:  # noqa: FBT001 - what is known of a name
    shared = _shared().get(name)
    if shared is not None:
        return shared
    return name if name in quantities() else "group" if is_group else None


@cache
def _shared() -> Mapping[str, str]:
    """Return the quantity or role of the columns that mean the same in every view."""
    listed = _listed()["views"].items()
    return {name: role for role, names in listed for name in _flat(names)}


def _flat(names: list[Any]) -> list[str]:
    return [name for each in names for name in (each if isinstance(each, list) else [each])]


@cache
def _listed() -> Mapping[str, Any]:
    listed: Mapping[str, Any] = packaged_yaml("rightreasons", "columns.yaml")
    return listed
