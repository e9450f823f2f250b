"""What a verdict rests on: the codes of issues, and the sizes that matter, each with its reason."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rightreasons.errors import FileMissingError, OptionError, UnknownNameError
from rightreasons.guarded_yaml import guarded_yaml, packaged_yaml
from rightreasons.issues import Severity
from rightreasons.numbers import significant
from rightreasons.printable import printable, quoted
from rightreasons.registry import Registry, united
from rightreasons.sentences.templates import fill
from rightreasons.streams.files import file_bytes

Declared = TypeVar("Declared")
RULES = Registry("verdict_rule", ("rightreasons.verdicts",))
"""Rules by name. A file with rules may have two constants beside them: ``CODES``, the issues that they find,
as ``codes.yaml`` has them, and ``SIZES``, sizes that matter, as ``policy.yaml`` has them."""


@dataclass(frozen=True)
class Code:
    """One kind of issue.

    Parameters
    ----------
    code
        Its name for ever.
    severity
        How bad it is, unless a policy says otherwise.
    name
        What to call it.
    meaning, remedy
        What is wrong, in at most twelve words, and what to do.
    command_does
        What the command does, where the remedy does not say it: said where an issue has a command.
    commands
        Lines to paste, by the sentence that they are for: templates whose fields are those of the sentence
        and what `rightreasons.verdicts.commands` knows of a run; under ``any`` for all sentences.
    sentences
        What is said of it, by name: templates, which `rightreasons.sentences.fill` fills by ``CODE.NAME``.
    """

    code: str
    severity: Severity
    name: str
    meaning: str
    remedy: str
    command_does: str = ""
    sentences: Mapping[str, str] = field(default_factory=dict)
    commands: Mapping[str, str] = field(default_factory=dict)


@cache
def codes() -> Mapping[str, Code]:
    """Return every code that a rule can find, the worst first: within a severity in the order of headlines.

    Those of ``codes.yaml`` first, then those of ``CODES`` beside a rule.

    Raises
    ------
    DuplicateNameError
        If two claim one code.
    """
    every = united("code", [_ours("codes.yaml"), *RULES.claims("CODES").items()])
    return {code: Code(code, **{**each, "name": fill(f"{code}.name")}) for code, each in every.items()}


def _ours(name: str) -> tuple[str, Mapping[str, Any]]:
    """Return what a file of this room claims, under the name by which a person knows it."""
    return f"rightreasons.verdicts, {name}", packaged_yaml("rightreasons.verdicts", name)


def _declared(known: Mapping[str, Declared], name: str, kind: str, where: str) -> Declared:
    """Return what is declared under a name that a rule uses."""
    if name not in known:
        raise UnknownNameError(
            f"a verdict rule with the {kind} '{printable(name)}'",
            f"one of {where}",
            f"declare the {kind} there, or correct the rule",
        )
    return known[name]


def check_codes(named: Iterable[str], where: str) -> None:
    """Make sure that these are codes of issues.

    Raises
    ------
    UnknownNameError
        If one is not.
    """
    unknown = sorted(set(named) - set(codes()))
    if unknown:
        found = f"{quoted(tuple(unknown))} in {where}"
        raise UnknownNameError(found, "the code of an issue, such as V102", "see `rightreasons ls codes`")


def place_of(code: str) -> int:
    """Return the place of a code among issues of one severity."""
    order = list(codes())
    return order.index(code) if code in order else len(order)


class Size(BaseModel):
    """A size from which on something matters."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    value: float
    reason: str = Field(min_length=1)


class Policy(BaseModel):
    """Sizes that matter, and severities that are not those of the table of codes.

    Parameters
    ----------
    name
        What to call it.
    sizes
        Size by name; the names are those of ``policy.yaml``.
    severities
        Severity by code, where it is not the usual one.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(min_length=1, max_length=200)
    sizes: Mapping[str, Size] = {}
    severities: Mapping[str, Severity] = {}

    def size(self, name: str) -> float:
        """Return the size of that name; UnknownNameError if nothing declares it."""
        return _declared(self.sizes, name, "size", "policy.yaml, or of SIZES beside its rule").value

    def severity(self, code: str) -> Severity:
        """Return how bad an issue is; UnknownNameError if nothing declares its code."""
        known = _declared(codes(), code, "code", "codes.yaml, or of CODES beside its rule")
        return self.severities.get(code) or known.severity

    @property
    def identity(self) -> dict[str, str]:
        """Name, and SHA-256 of all sizes, reasons and severities."""
        content = json.dumps(self.model_dump(mode="json"), sort_keys=True, ensure_ascii=False)
        return {"name": self.name, "sha256": hashlib.sha256(content.encode()).hexdigest()}


@cache
def default_policy() -> Policy:
    """Return the policy that ships with the project, with the ``SIZES`` that stand beside rules.

    Raises
    ------
    DuplicateNameError
        If two claim one size.
    """
    claimant, usual = _ours("policy.yaml")
    sizes = united("size", [(claimant, usual["sizes"]), *RULES.claims("SIZES").items()])
    return Policy.model_validate({**usual, "sizes": sizes})


def read_policy(path: str | Path) -> Policy:
    """Read a policy: the sizes that the file names replace those of the default one, the others stay.

    Raises
    ------
    FileMissingError
        If there is no such file.
    OptionError
        If it is not YAML of this form, names a size that there is not, a value that is no number, a size
        without a reason, or a blocker that is to be less: that is waived by name only.
    UnknownNameError
        If it names a code that there is not.
    """
    shown = f"the policy '{printable(str(path))}'"
    given = _read(Path(path), shown)
    usual = default_policy()
    if unknown := sorted(set(given.sizes) - set(usual.sizes)):
        raise OptionError(
            f"{quoted(tuple(unknown))} in the sizes of {shown}",
            f"some of {', '.join(usual.sizes)}",
            "correct it",
        )
    check_codes(given.severities, shown)
    blockers = {code for code, each in codes().items() if each.severity == "blocker"}
    lessened = [code for code in given.severities if code in blockers and given.severity(code) != "blocker"]
    if lessened:
        raise OptionError(
            f"{quoted(tuple(lessened))} made less than a blocker in {shown}",
            "severities of other issues",
            f"waive it by name where it is meant: --allow {lessened[0]}",
        )
    return given.model_copy(update={"sizes": {**usual.sizes, **given.sizes}})


def _read(path: Path, shown: str) -> Policy:
    if not path.is_file():
        raise FileMissingError(f"no file for {shown}", "a YAML file", "check the path")
    try:
        payload: Any = guarded_yaml(file_bytes(path))
        return Policy.model_validate(
            {"name": path.stem, **(payload if isinstance(payload, dict) else {"": payload})}
        )
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"])) or "the whole"
        found = f"{printable(field, 200)} of {shown}: {printable(first['msg'], 200)}"
        raise _unreadable(found) from error
    except (OSError, ValueError) as error:
        raise _unreadable(f"{shown} cannot be read: {printable(str(error), 200)}") from error


def _unreadable(found: str) -> OptionError:
    return OptionError(
        found, "name, sizes (each with value and reason) and severities", "see docs/verdict.md"
    )


def codes_table() -> str:
    """Return every code of ours as a Markdown table, the worst first."""
    every = codes().values()
    shown = ((each, fill(f"{each.code}.title"), fill(f"{each.code}.remedy")) for each in every)
    rows = ((f"`{each.code}`", each.severity, each.name, title, remedy) for each, title, remedy in shown)
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(["| code | severity | | what it means | what to do |", "| --- " * 5 + "|", *lines])


def sizes_table() -> str:
    """Return the sizes of the default policy as a Markdown table."""
    sizes = default_policy().sizes
    lines = [f"| `{name}` | {significant(size.value)} | {size.reason} |" for name, size in sizes.items()]
    return "\n".join(["| size | value | why |", "| --- " * 3 + "|", *lines])
