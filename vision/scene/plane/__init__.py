"""Where the table is in the picture: pixels to millimetres, the lens, and whether camera or mat were moved."""
