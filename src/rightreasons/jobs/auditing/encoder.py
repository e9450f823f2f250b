"""The encoder of an audit: checked before anything is measured, its features of hypotheses made once."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rightreasons.cross_fitting.vectors import EncodedTexts
from rightreasons.engine.progress import Progress
from rightreasons.errors import MissingExtraError
from rightreasons.pairs import PairTable
from rightreasons.predictors.networks.checkpoints import Checkpoint, find_checkpoint
from rightreasons.predictors.networks.frozen_encoder import features_of
from rightreasons.predictors.options import ModelOptions
from rightreasons.streams.caches import cache_folder

if TYPE_CHECKING:
    from rightreasons.jobs.training.encoder import PretrainedEncoder


@dataclass(frozen=True)
class AuditEncoder:
    """A frozen encoder.

    Parameters
    ----------
    model
        What it is.
    checkpoint
        Where it lies.
    """

    model: "PretrainedEncoder"
    checkpoint: Checkpoint

    def described(self) -> dict[str, Any]:
        """Return what a manifest says of it."""
        return self.model.described()

    def features(self, table: PairTable, progress: Progress) -> EncodedTexts:
        """Return what it makes of the hypotheses of a set; kept by texts and encoder in the user's cache."""
        texts = table.hypotheses.to_list()
        folder = cache_folder() / "features"
        return EncodedTexts(self.model.name, features_of(self.checkpoint, texts, folder, progress))


def audit_encoder(name: str) -> AuditEncoder:
    """Return the encoder that an audit is given, by its folder or its name on the hub.

    Raises
    ------
    MissingExtraError
        If the libraries that read encoders are not installed.
    FileMissingError, HubError, ModelError
        If it is not there, or is no encoder that can be read safely.
    """
    from rightreasons.jobs.training.encoder import LIBRARIES, pretrained_encoder

    MissingExtraError.unless_installed(LIBRARIES, "train")
    return AuditEncoder(pretrained_encoder(name), find_checkpoint(name, ModelOptions()))
