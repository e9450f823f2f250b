"""People are asked about items: which sheets they get, how far they agree, and what their answers change."""
