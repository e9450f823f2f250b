"""What a chat server says, and what it was asked."""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from werkzeug import Request, Response

Handler = Callable[[Request], Response]
Top = tuple[str, Mapping[str, float]]


def completion(
    text: str | None, finish: str = "stop", tops: Sequence[Top] | None = None, **message: Any
) -> dict[str, Any]:
    """Return a chat completion of 100 tokens read and 3 written.

    `tops` holds the tokens of the answer, each with the probabilities of what could have stood there.
    """
    choice: dict[str, Any] = {
        "index": 0,
        "finish_reason": finish,
        "message": {"role": "assistant", "content": text, **message},
    }
    if tops is not None:
        choice["logprobs"] = {"content": [_position(*top) for top in tops]}
    usage = {"prompt_tokens": 100, "completion_tokens": 3, "total_tokens": 103}
    head = {"id": "c", "object": "chat.completion", "created": 1, "model": "tiny"}
    return head | {"choices": [choice], "usage": usage}


def _position(token: str, alternatives: Mapping[str, float]) -> dict[str, Any]:
    top = [{"token": each, "logprob": math.log(p)} for each, p in alternatives.items()]
    return {"token": token, "logprob": math.log(alternatives.get(token, 1.0)), "top_logprobs": top}


def respond(content: Any, status: int = 200, **headers: str) -> Response:
    """Return a response with JSON."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(json.dumps(content), status, named, content_type="application/json")


def refusal(status: int, message: str, **headers: str) -> Response:
    """Return an error as OpenAI's API words it."""
    return respond(
        {"error": {"message": message, "type": "error", "param": None, "code": None}}, status, **headers
    )


def says(text: str | None, **how: Any) -> Handler:
    """Return what answers every request with the same text."""
    return lambda _: respond(completion(text, **how))


def row_of(request: Request) -> int:
    """Return the number of the pair that a request asks for."""
    prompt: str = request.get_json()["messages"][-1]["content"]
    return int(prompt.partition("Somebody rests ")[2].partition('"')[0])
