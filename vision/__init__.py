"""Frames become pieces, pieces become a position."""
