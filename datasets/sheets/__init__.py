"""Print and play: the deck, the pieces of Stones and the mat on sheets of paper, true to the millimetre."""
