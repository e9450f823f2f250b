"""Objects of a store that speaks S3, read where they are needed: through Daft, as its files."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from rightreasons.engine.quiet import natively_quiet
from rightreasons.errors import MissingExtraError, PlaceError
from rightreasons.printable import error_text, printable

S3 = "s3://"
_ENDPOINTS = ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL")


def is_object(place: str) -> bool:
    """Return whether a place is an object, or a prefix of objects."""
    return place.startswith(S3)


def objects_under(url: str) -> dict[str, str]:
    """Return the objects of a prefix, or the one object, by their names behind it, in the order of the names.

    Raises
    ------
    MissingExtraError
        If Daft is not installed.
    PlaceError
        If there is none, or the store does not let us see it.
    """
    whole, prefix = url.rstrip("/"), url.rstrip("/") + "/"
    if found := _matching(f"{_literal(prefix)}**", url):
        return {each.removeprefix(prefix): each for each in found}
    if whole in _matching(_literal(whole), url):
        return {whole.rpartition("/")[2]: whole}
    found_none = f"no object at {printable(url, 200)}"
    raise PlaceError(found_none, "an object, or a prefix of some", "check the path")


def _matching(pattern: str, url: str) -> list[str]:
    """Return the objects that a pattern of Daft fits."""
    daft, config = _daft()
    with _coded(url), natively_quiet():
        try:
            found = daft.from_glob_path(pattern, io_config=config).to_pydict()["path"]
        except FileNotFoundError:
            return []
        except daft.exceptions.DaftCoreException as error:
            if "MicroPartition" in str(error):  # what Daft says of a pattern that nothing fits
                return []
            raise
    return sorted(each for each in found if not each.endswith("/"))


@contextmanager
def object_opened(url: str) -> Iterator[BinaryIO]:
    """Open an object for reading; only what is read is fetched.

    Raises
    ------
    MissingExtraError
        If Daft is not installed.
    PlaceError
        If it is not there, or the store does not let us read it.
    """
    daft, config = _daft()
    with _coded(url), daft.File(url, io_config=config).open() as file:
        yield file


def _daft() -> tuple[Any, Any]:
    MissingExtraError.unless_installed(("daft",), "scale")
    import daft
    from daft.io import IOConfig, S3Config

    endpoint = next((os.environ[name] for name in _ENDPOINTS if os.environ.get(name)), None)
    return daft, IOConfig(s3=S3Config(endpoint_url=endpoint, region_name=os.environ.get("AWS_REGION")))


def _literal(name: str) -> str:
    """Return a pattern of Daft that fits a name."""
    return "".join(f"\\{each}" if each in "*?[]{}\\" else each for each in name)


@contextmanager
def _coded(url: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:  # those of Daft are both
        raise PlaceError(
            f"{printable(url, 200)} cannot be read ({printable(error_text(error), 200)})",
            "an object that the store lets us read",
            "check the path, AWS_ENDPOINT_URL and the credentials in the environment",
        ) from error
