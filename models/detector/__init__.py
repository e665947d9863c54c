"""The detector: a YOLO26 in its pose form, four corners and a class a piece."""
