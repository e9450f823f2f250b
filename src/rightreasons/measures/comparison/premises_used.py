"""The measure `premises_used`: what each probe found of the use of premises, beside each other."""

from collections.abc import Mapping
from dataclasses import replace

from rightreasons.findings import Finding
from rightreasons.measures.model.premise_use import MEASURE

ADDS = {"comparison_measure": ["premises_used"]}


def premises_used(probe_findings: Mapping[str, tuple[Finding, ...]]) -> tuple[Finding, ...]:
    """Compare how much the premise changes the probabilities of each run.

    Parameters
    ----------
    probe_findings
        The findings of each run.

    Returns
    -------
    tuple of Finding
        Those of `premise_use`.
    """
    return tuple(
        replace(finding, subject=f"{name} on {finding.on}", items=None)
        for name, findings in probe_findings.items()
        for finding in findings
        if finding.measure == MEASURE
    )
