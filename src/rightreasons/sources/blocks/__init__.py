"""Data in blocks: files cut where rows end, each block read alone, as all of them are read in one piece."""
