"""What goes wrong between here and a server: what is tried again, what is final, and how it is told."""

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from rightreasons.errors import IncompleteError, ModelError, RightReasonsError
from rightreasons.predictors.llm.bounded_replies import unread
from rightreasons.predictors.llm.keys import masked
from rightreasons.predictors.llm.replies import NoCompletionError
from rightreasons.printable import printable

LONGEST_WAIT = 600.0
"""Seconds: a server that asks to wait longer counts as out of reach."""

_PASSING = {408, 409, 425, 429}
_OF_PARAMETERS = {400, 422}


def is_passing(fault: BaseException) -> bool:
    """Return whether the same request may succeed later."""
    from openai import APIConnectionError, APIResponseValidationError, APIStatusError

    if unread(fault) is not None:
        return False
    if isinstance(fault, APIStatusError):
        passes = fault.status_code in _PASSING or fault.status_code >= 500
        return passes and (seconds_asked_for(fault) or 0.0) <= LONGEST_WAIT
    broken = (APIConnectionError, APIResponseValidationError, NoCompletionError, TimeoutError)
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

    return isinstance(fault, APIError) or unread(fault) is not None or is_passing(fault)


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
    if (why := unread(fault)) is not None:
        return printable(str(why), 200)
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
