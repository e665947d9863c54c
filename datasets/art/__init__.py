"""Flat artwork as vectors in millimetres: one drawing for the printer and for pixels."""
