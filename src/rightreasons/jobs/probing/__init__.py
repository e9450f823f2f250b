"""The steps of a probe: models and challenges found by name, label check, answers, findings, rows."""
