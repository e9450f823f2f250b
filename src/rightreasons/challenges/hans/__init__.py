"""HANS (McCoy et al. 2019): makes its pairs from templates, and recognises pairs that come from them."""
