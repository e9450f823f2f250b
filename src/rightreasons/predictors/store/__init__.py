"""The store of predictions: asked once, kept at once, recalled by pair and model."""
