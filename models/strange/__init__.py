"""What a detector found: a piece of which class, or something strange. A small network of crops."""
