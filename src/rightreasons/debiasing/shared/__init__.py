"""What several methods share: shortcuts, groups, what they read of a model, how they are named."""
