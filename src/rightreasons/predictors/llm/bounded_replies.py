"""Replies of a server, read and decompressed to a stated bound: no more is held, whatever it sends."""

import zlib
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

MOST_REPLY = 8 * 2**20
"""Bytes of a reply as it comes and decompressed; 1,000 tokens with 20 alternatives each take 2 MiB."""
ACCEPTED = "gzip, deflate"
"""The compressions that are asked for, and read."""

Unpack = Callable[[bytes, int], bytes]


class UnreadReplyError(Exception):
    """A reply that is longer than is read, or compressed otherwise than asked for, or broken."""


def unread(fault: BaseException) -> UnreadReplyError | None:
    """Return the reason where a fault is that a reply was not read, also where a library wraps it."""
    return next((each for each in (fault, fault.__cause__) if isinstance(each, UnreadReplyError)), None)


async def bound_reply(response: Any) -> None:
    """Read the body of a reply now, within the bound, in place of the library: a hook on its responses.

    Parameters
    ----------
    response
        Of the HTTP library that the client brings (httpx or one derived from it), its body not read yet.

    Raises
    ------
    UnreadReplyError
        If it is too long, or cannot be decompressed.
    """
    incoming = response.stream
    try:
        body = await _read(incoming, _unpacking(response.headers.get("content-encoding", "")))
    finally:
        await incoming.aclose()
    with suppress(KeyError):
        del response.headers["content-encoding"]
    response.stream = import_module(type(response).__module__.partition(".")[0]).ByteStream(body)


async def _read(incoming: AsyncIterator[bytes], unpack: Unpack | None) -> bytes:
    came, body = 0, bytearray()
    async for piece in incoming:
        came += len(piece)
        body += piece if unpack is None else unpack(piece, MOST_REPLY + 1 - len(body))
        if max(came, len(body)) > MOST_REPLY:
            raise UnreadReplyError(f"a reply of more than {MOST_REPLY:,} bytes")
    return bytes(body)


def _unpacking(encoding: str) -> Unpack | None:
    """Return what decompresses piece after piece, each to so many bytes at most; None: nothing does."""
    match encoding.strip().lower():
        case "" | "identity":
            return None
        case "gzip" | "x-gzip":
            decoder = zlib.decompressobj(16 + zlib.MAX_WBITS)
        case "deflate":
            decoder = zlib.decompressobj()
        case _:
            raise UnreadReplyError("a reply with a compression that was not asked for")

    def unpack(piece: bytes, most: int) -> bytes:
        try:
            return decoder.decompress(piece, most)
        except zlib.error as error:
            raise UnreadReplyError(f"a reply that cannot be decompressed ({error})") from None

    return unpack
