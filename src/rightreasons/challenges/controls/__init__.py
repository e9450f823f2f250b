"""Controls: the items of a set with something taken away or changed, to tell a shortcut from inference."""

from rightreasons.challenges.controls.tables import CONTROLS, controlled

__all__ = ["CONTROLS", "controlled"]
