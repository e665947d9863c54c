"""Weights, their cards, training and export. Empty until trained stages replace the classical ones."""
