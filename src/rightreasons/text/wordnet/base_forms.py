"""Base forms by Morphy: exceptions, then rules of detachment, checked against the index (morphy(7WN))."""

from collections.abc import Container, Iterable, Mapping

from rightreasons.text.language import language
from rightreasons.text.word_pairs import Pos


def base_forms(
    form: str, pos: Pos, attested: Container[str], exceptions: Mapping[str, tuple[str, ...]]
) -> tuple[str, ...]:
    """Return the attested base forms of a lower-case form, itself first where it is one.

    Parameters
    ----------
    form
        A lower-case word.
    pos
        Its part of speech.
    attested
        The lemmas of that part of speech.
    exceptions
        Base forms of irregular forms; where `form` is one of them, no rule is tried.
    """
    if form in exceptions:
        return _attested((form, *exceptions[form]), attested)
    detached = (form.removesuffix(old) + new for old, new in language().endings[pos] if form.endswith(old))
    return _attested((form, *detached), attested)


def _attested(forms: Iterable[str], attested: Container[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(form for form in forms if form in attested))
