"""Stones: our own artwork for the board, the tiles, the tokens, the marker and the base stones."""
