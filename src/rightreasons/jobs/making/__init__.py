"""What `make` writes, one file a kind: patterns, HANS, sets, items, predictions, a graph for ONNX."""
