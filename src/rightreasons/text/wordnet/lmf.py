"""Reads a WN-LMF file, the XML format of newer wordnets, by the library `wn`."""
