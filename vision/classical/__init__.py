"""Stages without training: thresholds, edges and the lattice of the pips."""
