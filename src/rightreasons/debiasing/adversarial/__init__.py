"""What the adversary of Liu et al. (2020) is made of: reversed gradients, reweighting, values and grid."""
