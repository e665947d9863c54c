"""The reader of domino halves: what it learns from, its network, training and export."""
