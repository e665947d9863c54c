"""The page: what the camera sees, what it means, what may be played. `include` adds it to the app."""
