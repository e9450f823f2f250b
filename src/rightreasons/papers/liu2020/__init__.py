"""Liu, Zheng, Chang and Sui (2020), "HypoNLI": its steps, patterns, predictions of others, and claims."""
