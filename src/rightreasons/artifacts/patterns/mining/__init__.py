"""Every frequent pattern of a data set, counted level by level in blocks of instances."""
