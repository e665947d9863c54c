"""What lies on the graphics device: programs, meshes, textures and framebuffers, kept as long as their owners live."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from OpenGL import GL

from datasets.optics.colour import linear

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from datasets.optics.material import Texture
    from datasets.optics.mesh import Mesh

ROOTS = np.sqrt([linear((v, v, v))[0] for v in range(256)])
"""The square roots of the linear light of sRGB bytes: what is uploaded, for the shader to square."""


class Program:
    """A linked pair of shaders; `self[name]` is a uniform's place."""

    def __init__(self, vertex: str, fragment: str) -> None:
        self.name = GL.glCreateProgram()
        for kind, source in ((GL.GL_VERTEX_SHADER, vertex), (GL.GL_FRAGMENT_SHADER, fragment)):
            shader = GL.glCreateShader(kind)
            GL.glShaderSource(shader, source.strip())
            GL.glCompileShader(shader)
            if not GL.glGetShaderiv(shader, GL.GL_COMPILE_STATUS):
                raise RuntimeError(GL.glGetShaderInfoLog(shader).decode())
            GL.glAttachShader(self.name, shader)
        GL.glLinkProgram(self.name)
        if not GL.glGetProgramiv(self.name, GL.GL_LINK_STATUS):
            raise RuntimeError(GL.glGetProgramInfoLog(self.name).decode())
        self._places: dict[str, int] = {}

    def __getitem__(self, name: str) -> int:
        if name not in self._places:
            self._places[name] = GL.glGetUniformLocation(self.name, name)
        return self._places[name]

    def use(self) -> Program:
        """Draw with this program from now on."""
        GL.glUseProgram(self.name)
        return self

    def matrix(self, name: str, value: NDArray[np.floating]) -> None:
        """Set a 4x4 matrix."""
        GL.glUniformMatrix4fv(self[name], 1, GL.GL_TRUE, np.ascontiguousarray(value, np.float32))

    def vectors(self, name: str, values: NDArray[np.floating] | list[Any]) -> None:
        """Set a float, a vector of two to four, or an array of vectors (n, 3) or (n, 4)."""
        array = np.ascontiguousarray(values, np.float32)
        if array.ndim < 2:
            array = array.reshape(1, -1)
        setter = (GL.glUniform1fv, GL.glUniform2fv, GL.glUniform3fv, GL.glUniform4fv)[array.shape[1] - 1]
        setter(self[name], len(array), array)


class Shelf:
    """Meshes and textures that have been uploaded; what nobody holds any longer is deleted at the next `tidy`."""

    def __init__(self) -> None:
        self._meshes: weakref.WeakKeyDictionary[Mesh, tuple[int, int]] = weakref.WeakKeyDictionary()
        self._textures: weakref.WeakKeyDictionary[Texture, int] = weakref.WeakKeyDictionary()
        self._waste: list[Callable[[], None]] = []

    def tidy(self) -> None:
        """Delete what is no longer held."""
        waste, self._waste = self._waste, []
        for delete in waste:
            delete()

    def mesh(self, mesh: Mesh) -> tuple[int, int]:
        """The vertex array and the number of indices."""
        if (known := self._meshes.get(mesh)) is None:
            known = self._meshes[mesh] = self._upload_mesh(mesh)
        return known

    def _upload_mesh(self, mesh: Mesh) -> tuple[int, int]:
        data = np.ascontiguousarray(np.column_stack([mesh.points, mesh.normals, mesh.uv, mesh.part]), np.float32)
        faces = np.ascontiguousarray(mesh.faces, np.uint32)
        array = int(GL.glGenVertexArrays(1))
        GL.glBindVertexArray(array)
        buffers = [int(name) for name in GL.glGenBuffers(2)]
        GL.glBindBuffer(GL.GL_ARRAY_BUFFER, buffers[0])
        GL.glBufferData(GL.GL_ARRAY_BUFFER, data.nbytes, data, GL.GL_STATIC_DRAW)
        GL.glBindBuffer(GL.GL_ELEMENT_ARRAY_BUFFER, buffers[1])
        GL.glBufferData(GL.GL_ELEMENT_ARRAY_BUFFER, faces.nbytes, faces, GL.GL_STATIC_DRAW)
        for place, (start, size) in enumerate(((0, 3), (3, 3), (6, 2), (8, 1))):
            GL.glEnableVertexAttribArray(place)
            GL.glVertexAttribPointer(place, size, GL.GL_FLOAT, False, 36, GL.ctypes.c_void_p(4 * start))
        weakref.finalize(mesh, self._waste_mesh, array, buffers).atexit = False
        return array, faces.size

    def _waste_mesh(self, array: int, buffers: list[int]) -> None:
        self._waste.append(lambda: _delete_mesh(array, buffers))

    def texture(self, texture: Texture) -> int:
        """The name of the texture array."""
        if (known := self._textures.get(texture)) is None:
            known = self._textures[texture] = upload_layers(texture.layers, texture.repeats)
            weakref.finalize(texture, self._waste_texture, known).atexit = False
        return known

    def _waste_texture(self, name: int) -> None:
        self._waste.append(lambda: GL.glDeleteTextures([name]))


def _delete_mesh(array: int, buffers: list[int]) -> None:
    GL.glDeleteVertexArrays(1, [array])
    GL.glDeleteBuffers(2, buffers)


def upload_layers(layers: NDArray[np.uint8], repeats: bool) -> int:
    """A texture array with its smaller versions, of sRGB bytes (n, h, w, 4)."""
    kind = GL.GL_TEXTURE_2D_ARRAY
    name = int(GL.glGenTextures(1))
    GL.glBindTexture(kind, name)
    table = np.stack([np.round(255 * ROOTS)] * 3 + [np.arange(256)], -1).astype(np.uint8)[None]
    levels = [[np.asarray(cv2.LUT(layer, table)) for layer in layers]]
    while max(levels[-1][0].shape[:2]) > 1:
        height, width = (max(1, side // 2) for side in levels[-1][0].shape[:2])
        levels.append([cv2.resize(one, (width, height), interpolation=cv2.INTER_AREA) for one in levels[-1]])
    for number, level in enumerate(levels):
        data = np.ascontiguousarray(np.stack(level))
        _, height, width, _ = data.shape
        GL.glTexImage3D(kind, number, GL.GL_RGBA8, width, height, len(level), 0, GL.GL_RGBA, GL.GL_UNSIGNED_BYTE, data)
    wrap = GL.GL_REPEAT if repeats else GL.GL_CLAMP_TO_EDGE
    GL.glTexParameteri(kind, GL.GL_TEXTURE_MAX_LEVEL, len(levels) - 1)
    GL.glTexParameteri(kind, GL.GL_TEXTURE_WRAP_S, wrap)
    GL.glTexParameteri(kind, GL.GL_TEXTURE_WRAP_T, wrap)
    GL.glTexParameteri(kind, GL.GL_TEXTURE_MAG_FILTER, GL.GL_LINEAR)
    GL.glTexParameteri(kind, GL.GL_TEXTURE_MIN_FILTER, GL.GL_LINEAR_MIPMAP_LINEAR)
    return name


def plain_texture(  # noqa: PLR0913, PLR0917 - as glTexImage2D
    width: int, height: int, inner: int, outer: int, kind: int, data: Any = None
) -> int:
    """A single two-dimensional texture, linear, clamped."""
    name = int(GL.glGenTextures(1))
    GL.glBindTexture(GL.GL_TEXTURE_2D, name)
    GL.glTexImage2D(GL.GL_TEXTURE_2D, 0, inner, width, height, 0, outer, kind, data)
    for parameter in (GL.GL_TEXTURE_MIN_FILTER, GL.GL_TEXTURE_MAG_FILTER):
        GL.glTexParameteri(GL.GL_TEXTURE_2D, parameter, GL.GL_LINEAR)
    for parameter in (GL.GL_TEXTURE_WRAP_S, GL.GL_TEXTURE_WRAP_T):
        GL.glTexParameteri(GL.GL_TEXTURE_2D, parameter, GL.GL_CLAMP_TO_EDGE)
    return name


class Canvas:
    """A framebuffer with colour buffers of the given kinds and a depth buffer."""

    def __init__(self, width: int, height: int, *colours: int) -> None:
        self.size = (width, height)
        self.name = int(GL.glGenFramebuffers(1))
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self.name)
        targets = [GL.GL_COLOR_ATTACHMENT0 + place for place in range(len(colours))]
        self._buffers = [
            self._attach(target, kind)
            for target, kind in zip(
                [*targets, GL.GL_DEPTH_ATTACHMENT], [*colours, GL.GL_DEPTH_COMPONENT24], strict=True
            )
        ]
        GL.glDrawBuffers(len(targets), targets)
        if GL.glCheckFramebufferStatus(GL.GL_FRAMEBUFFER) != GL.GL_FRAMEBUFFER_COMPLETE:
            raise RuntimeError(f"the device has no framebuffer of {width}x{height}")

    def _attach(self, target: int, kind: int) -> int:
        buffer = int(GL.glGenRenderbuffers(1))
        GL.glBindRenderbuffer(GL.GL_RENDERBUFFER, buffer)
        GL.glRenderbufferStorage(GL.GL_RENDERBUFFER, kind, *self.size)
        GL.glFramebufferRenderbuffer(GL.GL_FRAMEBUFFER, target, GL.GL_RENDERBUFFER, buffer)
        return buffer

    def read(self, place: int, layout: int, kind: int, out: Any) -> Any:
        """A colour buffer's pixels, row 0 first, into the array `out`."""
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self.name)
        GL.glReadBuffer(GL.GL_COLOR_ATTACHMENT0 + place)
        GL.glPixelStorei(GL.GL_PACK_ALIGNMENT, 1)
        GL.glReadPixels(0, 0, *self.size, layout, kind, out)
        return out

    def bind(self) -> None:
        """Draw here from now on."""
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self.name)
        GL.glViewport(0, 0, *self.size)

    def free(self) -> None:
        """Give the memory back."""
        GL.glDeleteFramebuffers(1, [self.name])
        GL.glDeleteRenderbuffers(len(self._buffers), self._buffers)


class MapCanvas:
    """A framebuffer that draws into a texture: of depths alone, or of a colour kind with smaller versions."""

    def __init__(self, width: int, height: int, colour: int | None = None) -> None:
        self.size = (width, height)
        self.name = int(GL.glGenFramebuffers(1))
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self.name)
        depth = plain_texture(width, height, GL.GL_DEPTH_COMPONENT24, GL.GL_DEPTH_COMPONENT, GL.GL_FLOAT)
        GL.glFramebufferTexture2D(GL.GL_FRAMEBUFFER, GL.GL_DEPTH_ATTACHMENT, GL.GL_TEXTURE_2D, depth, 0)
        self.texture, self._textures = depth, [depth]
        if colour is None:
            GL.glDrawBuffer(GL.GL_NONE)
            GL.glReadBuffer(GL.GL_NONE)
            return
        self.texture = plain_texture(width, height, colour, GL.GL_RGBA, GL.GL_FLOAT)
        self._textures.append(self.texture)
        GL.glTexParameteri(GL.GL_TEXTURE_2D, GL.GL_TEXTURE_MIN_FILTER, GL.GL_LINEAR_MIPMAP_LINEAR)
        # The smaller versions come first: a driver may move a texture that gets them once it is drawn into.
        GL.glGenerateMipmap(GL.GL_TEXTURE_2D)
        GL.glFramebufferTexture2D(GL.GL_FRAMEBUFFER, GL.GL_COLOR_ATTACHMENT0, GL.GL_TEXTURE_2D, self.texture, 0)

    def bind(self) -> None:
        """Clear and draw here from now on."""
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self.name)
        GL.glViewport(0, 0, *self.size)
        GL.glClearColor(0, 0, 0, 0)
        GL.glClear(GL.GL_DEPTH_BUFFER_BIT | GL.GL_COLOR_BUFFER_BIT)

    def free(self) -> None:
        """Give the memory back."""
        GL.glDeleteFramebuffers(1, [self.name])
        GL.glDeleteTextures(self._textures)
