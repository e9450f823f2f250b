"""Files of predictions: their formats, keys and labels."""
