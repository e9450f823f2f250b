"""A prompt template: messages into which sentences are put as data, and what the words of an answer mean."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import ClassVar, Literal

from rightreasons.labels import Label, in_order

PLACEHOLDERS = ("{premise}", "{hypothesis}")
_PLACEHOLDER = re.compile(r"\{(premise|hypothesis)\}")


# Quotes, brackets, Markdown and closing punctuation; nothing that could negate a word, such as ! or ~.
_STRICT = {"extra": "forbid"}  # for pydantic, which checks what users write: a misspelled key is told
_MARKS = " \t\r\n\v\f\u00a0\u2581\u0120*_`#>-\"'“”‘’()[]{}.,;:"


@dataclass(frozen=True)
class Message:
    """One message of a conversation.

    Parameters
    ----------
    role
        Who says it.
    content
        What is said, with the placeholders ``{premise}`` and ``{hypothesis}``.
    """

    __pydantic_config__: ClassVar[dict[str, str]] = _STRICT

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True)
class Prompt:
    """A way to ask a chat model for a label.

    Parameters
    ----------
    name
        What to call it.
    messages
        What is sent.
    verbaliser
        The words that stand for each label in an answer.
    answer
        Whether the whole answer is one of the words, or a JSON object with one under the key ``label``.
    max_tokens
        Tokens that an answer may have.
    """

    __pydantic_config__: ClassVar[dict[str, str]] = _STRICT

    name: str
    messages: tuple[Message, ...]
    verbaliser: Mapping[Label, tuple[str, ...]]
    answer: Literal["word", "json"] = "word"
    max_tokens: int = 16

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels that can be answered, in the order of `Label`."""
        return in_order(self.verbaliser)

    @cached_property
    def words(self) -> dict[str, Label]:
        """Label by word, as `normal` writes it."""
        return {normal(word): label for label in self.labels for word in self.verbaliser[label]}

    @property
    def checksum(self) -> str:
        """SHA-256 of everything but the name."""
        fields = {name: value for name, value in asdict(self).items() if name != "name"}
        return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()

    def rendered(self, premise: str, hypothesis: str) -> list[dict[str, str]]:
        """Return the messages for one pair.

        The sentences stand in them as JSON strings: their quotes and line breaks are escaped, so that none
        can end its own quotation, and placeholders within a sentence stay what they are.
        """
        quoted = {"premise": _json_string(premise), "hypothesis": _json_string(hypothesis)}
        return [
            {
                "role": message.role,
                "content": _PLACEHOLDER.sub(lambda found: quoted[found[1]], message.content),
            }
            for message in self.messages
        ]


def normal(word: str) -> str:
    """Return a word of an answer without case, surrounding marks, and differences of spacing."""
    return re.sub(r"[\s_-]+", "-", word.strip(_MARKS).casefold())


def _json_string(sentence: str) -> str:
    # A lone surrogate has no UTF-8 form; it becomes a question mark.
    return json.dumps(sentence.encode("utf-8", "replace").decode("utf-8"), ensure_ascii=False)
