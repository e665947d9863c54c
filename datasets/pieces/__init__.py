"""The pieces as things: their shapes in millimetres, their surfaces as textures."""
