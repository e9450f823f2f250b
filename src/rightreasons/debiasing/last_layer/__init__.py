"""What methods share that fit only the last layer of a trained model: features, held-out pairs, the layer."""
