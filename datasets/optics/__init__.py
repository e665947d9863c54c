"""From a world of meshes to a picture: lights, lens, masks and a webcam's faults. Software OpenGL is enough."""
