"""Where blocks of work run. The same block function everywhere."""
