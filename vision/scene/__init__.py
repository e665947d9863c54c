"""The table in the picture: when to look, what occludes it, and whose hands come in."""
