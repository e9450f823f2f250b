"""Files opened for reading, decompressed by content within stated limits; where files may be kept."""
