"""Sets that test a model for one kind of mistake, and how predictions on them are scored."""
