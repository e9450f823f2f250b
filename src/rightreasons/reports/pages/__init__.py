"""HTML of a run: the page with its rows, and a result in a notebook."""
