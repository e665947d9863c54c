"""The camera that a picture of dominoes was taken by, from the corners of their top faces: all have one size."""
