"""What goes wrong between here and a server: what is tried again, what is final, and how it is told."""

import json
import math
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from rightreasons.errors import IncompleteError, ModelError, OptionError, RightReasonsError
from rightreasons.predictors.llm.replies import NoCompletionError
from rightreasons.printable import printable

# The API key: taken from the environment when it is needed, held nowhere, masked wherever it comes back.


VARIABLES = ("RIGHTREASONS_API_KEY", "OPENAI_API_KEY")
MASK = "[API key]"
_NONE = "none"  # local servers ask for no key, the library for some text
_TELLING = 8  # characters of a key that must not be shown in a row


def api_key() -> str:
    """Return the key that the environment holds, or a dummy for servers that need none.

    Raises
    ------
    OptionError
        If it cannot stand in a header.
    """
    found = next((name for name in VARIABLES if os.environ.get(name, "").strip()), None)
    if found is None:
        return _NONE
    key = os.environ[found].strip()
    if not (key.isascii() and key.isprintable() and " " not in key):
        raise OptionError(
            f"a key in {found} that holds other characters than a key can", "the key", "set it again"
        )
    return key


def masked(text: str) -> str:
    """Return a text without the keys of the environment and without any longer part of them."""
    for name in VARIABLES:
        key = os.environ.get(name, "").strip()
        text = text.replace(key, MASK) if key else text
        # A server may echo the key cut short, so its parts go as well, the longest first.
        for size in range(len(key) - 1, _TELLING - 1, -1):
            for start in range(len(key) - size + 1):
                text = text.replace(key[start : start + size], MASK)
    return text


LONGEST_WAIT = 600.0
"""Seconds: a server that asks to wait longer counts as out of reach."""

_PASSING = {408, 409, 425, 429}
_OF_PARAMETERS = {400, 422}


def is_passing(fault: BaseException) -> bool:
    """Return whether the same request may succeed later."""
    from openai import APIConnectionError, APIResponseValidationError, APIStatusError

    if isinstance(fault, APIStatusError):
        passes = fault.status_code in _PASSING or fault.status_code >= 500
        return passes and (seconds_asked_for(fault) or 0.0) <= LONGEST_WAIT
    broken = (
        APIConnectionError,
        APIResponseValidationError,
        NoCompletionError,
        TimeoutError,
        json.JSONDecodeError,
    )
    return isinstance(fault, broken)


def seconds_asked_for(fault: BaseException) -> float | None:
    """Return how long a server asks to wait (``Retry-After``: seconds or a date), or None if it does not."""
    headers: Mapping[str, str] = getattr(getattr(fault, "response", None), "headers", {})
    pause = headers.get("retry-after")
    if pause is None:
        return None
    try:
        seconds = float(pause)
    except ValueError:
        return _until(pause)
    return None if math.isnan(seconds) else max(seconds, 0.0)


def complaint(fault: BaseException) -> str:
    """Return what a server says of the parameters of a request; empty if it says nothing of them."""
    from openai import APIStatusError

    if not isinstance(fault, APIStatusError) or fault.status_code not in _OF_PARAMETERS:
        return ""
    return f"{fault.param} {_body(fault.body)}"


def code_of(fault: BaseException) -> str | None:
    """Return the code that a server gives to its refusal, if there is one."""
    code: str | None = getattr(fault, "code", None)
    return code


def as_error(fault: BaseException, name: str, attempts: int, *, any_answered: bool) -> RightReasonsError:
    """Return a fault that ended the work as an error that the user can read, without the key.

    Parameters
    ----------
    fault
        What went wrong.
    name
        The model.
    attempts
        How often a request was sent.
    any_answered
        Whether there were answers before; they stand.
    """
    reason = f"'{printable(name)}': {_reason(fault)}"
    if is_passing(fault):
        return IncompleteError(
            f"{reason}, after {attempts} attempts",
            "an answer to every request",
            "what was answered stands: try again later, or raise the timeout or lower the concurrency",
        )
    if any_answered or (seconds_asked_for(fault) or 0.0) > LONGEST_WAIT:
        return IncompleteError(
            reason, "an answer to every request", "what was answered stands: mend the cause and go on"
        )
    return ModelError(reason, "a server that answers", "check model, URL (it often ends in /v1) and API key")


def is_known(fault: BaseException) -> bool:
    """Return whether a fault is one of the server or the way to it, and not of our own."""
    from openai import APIError

    return isinstance(fault, APIError) or is_passing(fault)


def _until(date: str) -> float | None:
    try:
        when = parsedate_to_datetime(date)
    except ValueError:
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max((when - datetime.now(UTC)).total_seconds(), 0.0)


def _reason(fault: BaseException) -> str:
    from openai import APITimeoutError

    if isinstance(fault, TimeoutError | APITimeoutError):
        return "no answer in time"
    cause = fault.__cause__
    text = f"{_status(fault)}{_body(getattr(fault, 'body', None)) or fault}" + (
        f" ({cause})" if cause else ""
    )
    return printable(" ".join(masked(text).split()), 200)


def _status(fault: BaseException) -> str:
    status = getattr(fault, "status_code", None)
    return "" if status is None else f"status {status}: "


def _body(body: Any) -> str:
    if isinstance(body, Mapping):
        return str(body.get("message") or body.get("detail") or dict(body))
    return "" if body is None else str(body)
