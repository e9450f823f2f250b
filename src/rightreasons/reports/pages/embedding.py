"""Scripts and data inside a page: what may run is listed by checksum, and data cannot end their element."""

import base64
import hashlib
import json
from collections.abc import Sequence
from typing import Any

_HARMLESS: dict[str, str | int | None] = {
    "<": "\\u003c",
    ">": "\\u003e",
    "&": "\\u0026",
    "\u2028": "\\u2028",
    "\u2029": "\\u2029",
}


def embedded(value: Any) -> str:
    """Return JSON that can stand in a ``script`` element: no character of it means anything to HTML."""
    text = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.translate(str.maketrans(_HARMLESS))


def policy(scripts: Sequence[str]) -> str:
    """Return the content security policy of a page: nothing from outside, and no script but these."""
    allowed = " ".join(f"'sha256-{digest_of(script)}'" for script in scripts) or "'none'"
    return (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src {allowed}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def digest_of(script: str) -> str:
    """Return the checksum by which a content security policy allows a script."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
