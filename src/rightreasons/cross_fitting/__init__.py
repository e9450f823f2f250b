"""Classifiers of single texts, fitted out of fold: features, folds, strengths of regularisation, fits."""
