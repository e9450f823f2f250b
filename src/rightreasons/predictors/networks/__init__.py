"""Neural networks as predictors, of Hugging Face and of ONNX Runtime: loading, encoding, outputs."""
