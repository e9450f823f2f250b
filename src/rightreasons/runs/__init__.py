"""The run folder: written under a temporary name, sealed by renaming, resumed by the same work."""
