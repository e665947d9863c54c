"""How high dominoes lie on each other, from the corners of their top faces in one picture.

All tiles of a set have one size, so that their quads tell the camera: `camera.py`. A higher tile seems larger, and
where it lies on the grid of its neighbours depends on its level: `pairs.py`. Which levels agree is found by belief
propagation (`belief.py`) for several thicknesses, of which the walls that are seen tell the likeliest: `walls.py`.

Where it fails, on rendered scenes:

- the thickness is not seen (from above, walls in shadow) and stacks are high: all levels of a stack are off by one;
- few tiles of which most lie on others, none beside them on the table: the camera is fitted to the stack instead;
- from above a tile on a stack is told by its size alone: mostly it is left open, now and then it is taken for low;
- corners that are off by more than two px: the camera is uncertain, and most tiles on others are left open.
"""

from vision.levels.reader import Level, levels

__all__ = ["Level", "levels"]
