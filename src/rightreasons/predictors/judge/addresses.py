"""Where a judge is and how it may be asked: ``MODEL@URL`` and the options, checked."""

import math
import re
from urllib.parse import urlsplit

from rightreasons.errors import OptionError
from rightreasons.predictors.llm.keys import VARIABLES
from rightreasons.predictors.options import JudgeOptions
from rightreasons.printable import printable

_FORM = re.compile(r"(?P<model>.+?)@(?P<url>https?://.+)", re.IGNORECASE | re.DOTALL)


def address(rest: str) -> tuple[str, str]:
    """Return model and URL of ``MODEL@URL``.

    Raises
    ------
    OptionError
        If it is not of that form, or the URL holds credentials; they are not repeated.
    """
    found = _FORM.fullmatch(rest.strip())
    if found is None:
        # What stands behind an @ may be a password.
        raise OptionError(
            f"the model '{printable(rest.partition('@')[0])}' without a URL",
            "llm:MODEL@URL with http:// or https://",
            "give the URL of the server, such as http://localhost:8000/v1",
        )
    try:
        parts = urlsplit(found["url"])
        secret = parts.username is not None or parts.password is not None or parts.query or parts.fragment
        usable = (
            bool(parts.hostname) and (parts.port is None or parts.port > 0) and found["url"].isprintable()
        )
    except ValueError:
        secret, usable = "", False
    if secret or not usable:
        problem = "holds credentials or a query" if secret else "is none"
        raise OptionError(
            f"the URL of '{printable(found['model'])}' {problem}",
            "scheme, host and path only",
            f"give the key in the environment, as {VARIABLES[0]} or {VARIABLES[1]}",
        )
    return found["model"], found["url"].rstrip("/")


def check_options(options: JudgeOptions) -> None:
    """Check the numbers of the options.

    Raises
    ------
    OptionError
        If one makes no sense.
    """
    prices = (options.input_price, options.output_price)
    wrong = {
        f"{options.concurrency} requests at once": options.concurrency < 1,
        f"{options.attempts} attempts": options.attempts < 1,
        f"a timeout of {options.timeout:g} s": not 0 < options.timeout < math.inf,
        f"the prices {prices[0]} and {prices[1]}": prices != (None, None)
        and not all(price is not None and 0 <= price < math.inf for price in prices),
    }
    for found, is_wrong in wrong.items():
        if is_wrong:
            raise OptionError(found, "numbers above 0; both prices or none", "correct the option")
