"""Printed figures beside ours: how they agree, the verdict on each, and the findings they make."""
