"""What makes a model the same model, so that what it said once need not be asked again."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from rightreasons.pairs import PairTable, pair_hashes
from rightreasons.streams.files import file_opened

Option = str | int | float | bool | None
TEXT = ("premise", "hypothesis")


@dataclass(frozen=True)
class Identity:
    """Everything on which the predictions of a model depend.

    Parameters
    ----------
    kind
        The kind of predictor: ``"hf"``, ``"onnx"``, ``"llm"``, ``"py"``, ``"rule"``, ...
    name
        What the model is called within its kind.
    labels
        The labels that it can give, in the order of `Label`.
    revision
        Revision of a hub model.
    checksum
        SHA-256 of weights or file, or what else tells one version of the model from another; None where
        nothing does (an API, a callable): its predictions are used again within one run only.
    label_map
        Name of a label as the model gives it, to `Label`.
    options
        Whatever else changes predictions: dtype, maximal length, prompt, threshold, ...
    columns
        Columns of a `PairTable` by which pairs are told apart: premise and hypothesis, so that anybody can
        make the hash, and whatever else the model reads; columns that a table lacks are left out.
    """

    kind: str
    name: str
    labels: tuple[str, ...]
    revision: str | None = None
    checksum: str | None = None
    label_map: Mapping[str, str | None] = field(default_factory=dict)
    options: Mapping[str, Option] = field(default_factory=dict)
    columns: tuple[str, ...] = TEXT

    @property
    def is_repeatable(self) -> bool:
        """Whether the same identity promises the same predictions in another run."""
        return self.checksum is not None

    def fingerprint(self, scope: str = "") -> str:
        """Return what tells this model from every other.

        Parameters
        ----------
        scope
            Name of a run; it enters only where the identity is not repeatable.
        """
        parts = asdict(self) | {"scope": "" if self.is_repeatable else scope}
        return hashlib.sha256(json.dumps(parts, sort_keys=True, ensure_ascii=False).encode()).hexdigest()

    def described(self) -> dict[str, Any]:
        """Return what a manifest says of the model: every field, and the fingerprint."""
        return asdict(self) | {"labels": list(self.labels), "fingerprint": self.fingerprint()}

    def hashes(self, pairs: PairTable) -> list[str]:
        """Return the hash of what the model reads of every pair, see `rightreasons.pairs`."""
        present = [name for name in self.columns if name in pairs.frame.columns]
        return pair_hashes(*(pairs.frame[name].fill_null("").to_list() for name in present))


def checksum_of(*files: Path) -> str:
    """Return one SHA-256 over the names and bytes of files, in the given order."""
    total = hashlib.sha256()
    for path in files:
        with file_opened(path) as stream:
            total.update(f"{path.name}\0{hashlib.file_digest(stream, 'sha256').hexdigest()}\0".encode())
    return total.hexdigest()
