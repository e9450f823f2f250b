"""May this be released? Requirements held against figures; blockers, and what cannot be judged, fail."""
