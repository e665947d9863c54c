"""Stages without training: thresholds, edges and the lattice of the pips.

Where they fail, by `tests/benchmarks/read.py` on photos that nobody rendered:

- tiles without a dividing bar, or with one that does not stand out (black tiles with embossed dimples): not found, or
  the gap between two tiles is taken for a bar and two halves of neighbours are read as one tile;
- tiles less than about 40 px long: the bar is a pixel thin;
- double-nine tiles seen at more than about 40 degrees: the pips run into the bar;
- glare over a pip or the bar: reported unsure, seldom missed;
- mahjong tiles with bars and dots are taken for dominoes now and then;
- numbers over nine are read as a number up to nine;
- backs are found only beside face-up tiles of the same colour, and not where they touch;
- tiles on top of others are reported at level 0.
"""
