"""The models of a paper trained anew: what is trained, how, and what its claims are judged by."""
