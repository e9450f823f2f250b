"""A folder of runs as pages: found, listed, put side by side, and served to this machine alone."""
