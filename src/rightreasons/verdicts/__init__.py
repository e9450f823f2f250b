"""What a run amounts to: rules that find issues in it, and the headline that the worst of them makes.

A rule is one function ``(record, policy) -> Iterator[Issue]``, which reads manifest and findings and nothing
else, so that stored runs can be judged again. Sizes that matter stand in ``policy.yaml``, codes in
``codes.yaml``.
"""

from rightreasons.verdicts.judging import VerdictSettings, judge
from rightreasons.verdicts.policy import Policy, codes, read_policy

__all__ = ["VerdictSettings", "Policy", "judge", "codes", "read_policy"]
