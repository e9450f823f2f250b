"""The parts of an audit: what an encoder reads of the data, and the rows behind the figures."""
