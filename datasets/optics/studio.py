"""The studio films a world: a linear picture and a mask of what is seen where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from datasets.optics import shaders
from datasets.optics.camera import FARTHEST, NEAREST
from datasets.optics.context import open_context
from datasets.optics.edges import smooth_edges

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.optics.camera import Camera
    from datasets.optics.material import Lamp, Light, Material, Panel
    from datasets.optics.world import Placed, World

    Array = NDArray[np.float64]

SHADOW_SIDE: Final = (2048, 1024)
"""Texels of the shadow maps of the first and the second lamp."""
HEIGHT_SIDE: Final = 512
NOISE_SIDE: Final = 512
"""Texels of the noise that all surfaces share."""
SAMPLES: Final = {False: (5, 6, 4), True: (16, 32, 24)}
"""Samples of a shadow: to search what throws it, for each of the two lamps; in common and in high quality."""
FINE: Final = 2
"""Masks have so many samples a pixel along each axis; edges in the picture are smoothed by them."""
UNITS: Final = {
    "skin": 0,
    "noise": 1,
    "shadow0": 2,
    "shadow1": 3,
    "blocker0": 4,
    "blocker1": 5,
    "heights": 6,
    "coarse": 7,
}
MARGIN: Final = 60.0
"""How far (mm) around all things shadows and soft darkening are looked for."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """`colour` (h, w, 3) in linear light; `seen` (2h, 2w): the index into the world of what is seen there, or -1.

    Sample (i, j) of `seen` lies at the pixel (j / 2 - 0.25, i / 2 - 0.25).
    """

    colour: NDArray[np.float32]
    seen: NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class _Item:
    """A thing as it is drawn: its name, what the shaders know of it, its vertex array and number of indices."""

    index: int
    surface: NDArray[np.float32]
    mesh: tuple[int, int]
    placed: Placed


@dataclass(frozen=True, slots=True)
class _Lit:
    """A room's light, its lamps as seen from them, and where the map of heights lies."""

    room: Light
    lamps: list[tuple[Array, list[float], Array]]
    window: list[float]


class Studio:
    """Draws worlds; it owns the OpenGL context of its thread. Raises `GLMissingError` where there is none.

    In `high` quality every pixel is shaded four times, and shadows are softer and as fine as the picture. It is the
    same rasteriser with more samples, no path tracing.
    """

    def __init__(self, high: bool = False) -> None:
        self._high = high
        self._context = open_context()
        from OpenGL import GL

        from datasets.optics import device

        self._gl: Any = GL
        self._device = device
        self._shelf = device.Shelf()
        self._seen = device.Program(shaders.SEEN_VERTEX, shaders.SEEN_FRAGMENT)
        self._depth = device.Program(shaders.DEPTH_VERTEX, shaders.DEPTH_FRAGMENT)
        self._height = device.Program(shaders.HEIGHT_VERTEX, shaders.HEIGHT_FRAGMENT)
        self._shade = device.Program(shaders.LIT_VERTEX, shaders.shadow_fragment(*SAMPLES[high]))
        self._smoothing = device.Program(shaders.WHOLE_VERTEX, shaders.SMOOTH_FRAGMENT)
        self._lit = device.Program(shaders.LIT_VERTEX, shaders.LIT_FRAGMENT)
        self._shadows = [device.MapCanvas(side, side) for side in SHADOW_SIDE]
        self._heights = device.MapCanvas(HEIGHT_SIDE, HEIGHT_SIDE, GL.GL_R32F)
        self._canvases: tuple[Any, ...] = ()
        self._white = device.upload_layers(np.full((1, 1, 1, 4), 255, np.uint8), False)
        self._noise = self._noise_texture()
        self._samplers = self._make_samplers()

    def film(self, world: World, camera: Camera) -> Shot:
        """The picture of the world and its mask."""
        gl = self._gl
        self._context.make_current()
        self._shelf.tidy()
        gl.glEnable(gl.GL_DEPTH_TEST)
        gl.glDisable(gl.GL_CULL_FACE)
        items = [
            _Item(index, _item(placed), self._shelf.mesh(placed.thing.mesh), placed)
            for index, placed in enumerate(world.placed)
        ]
        # What lies high hides what lies low: drawn first, it spares the shading of what nobody sees.
        items.sort(key=lambda item: (-item.placed.pose.at[2], -item.index))
        casting = [item for item in items if item.placed.thing.shadow]
        bounds = world.bounds() + np.array([[-MARGIN, -MARGIN, 0.0], [MARGIN, MARGIN, 1.0]])
        lamps = [_lamp_view(lamp, bounds) for lamp in world.light.lamps]
        self._draw_shadows([view for view, _, _ in lamps], casting)
        light = _Lit(world.light, lamps, self._draw_heights(bounds, casting))
        shaded = camera.enlarged(FINE) if self._high else camera
        canvas, masks, rough, coarse = self._frame(camera, shaded)
        self._draw_shades(rough, shaded, light, items)
        self._smooth(rough, coarse)
        fine = self._draw_seen(masks, camera, items)
        self._draw_lit(canvas, coarse, shaded, light, items)
        size = (shaded.height, shaded.width)
        colour = canvas.read(0, gl.GL_RGB, gl.GL_HALF_FLOAT, np.empty((*size, 3), np.float16)).astype(np.float32)
        if self._high:
            colour = colour.reshape(camera.height, FINE, camera.width, FINE, 3).mean(axis=(1, 3))
        else:
            smooth_edges(colour, canvas.read(1, gl.GL_RED_INTEGER, gl.GL_INT, np.empty(size, np.int32)), fine)
        return Shot(colour, fine >> 2)

    def _draw_shades(self, rough: Any, camera: Camera, light: _Lit, items: list[_Item]) -> None:
        """How much of both lamps and of the sky reaches what is seen, at half the size."""
        program = self._shade.use()
        self._set_lens(program, camera)
        self._set_light(program, light, camera)
        rough.bind()
        for item in items:
            self._draw(program, item)

    def _draw_lit(self, canvas: Any, coarse: Any, camera: Camera, light: _Lit, items: list[_Item]) -> None:
        """The picture, and the names of what its pixels' middles show."""
        gl = self._gl
        canvas.bind()
        gl.glClearBufferfv(gl.GL_COLOR, 0, np.array([*_dim(light.room.sky), 1.0], np.float32))
        gl.glClearBufferiv(gl.GL_COLOR, 1, np.full(4, -1, np.int32))
        gl.glClear(gl.GL_DEPTH_BUFFER_BIT)
        program = self._lit.use()
        gl.glActiveTexture(gl.GL_TEXTURE0 + UNITS["coarse"])
        gl.glBindTexture(gl.GL_TEXTURE_2D, coarse.texture)
        self._set_lens(program, camera)
        self._set_light(program, light, camera)
        gl.glActiveTexture(gl.GL_TEXTURE0)
        for item in items:
            texture = item.placed.thing.material.texture
            gl.glBindTexture(gl.GL_TEXTURE_2D_ARRAY, self._shelf.texture(texture) if texture else self._white)
            gl.glUniform1i(program["name"], item.index)
            self._draw(program, item)

    def _draw(self, program: Any, item: _Item) -> None:
        gl = self._gl
        gl.glUniform4fv(program["item"], len(item.surface), item.surface)
        gl.glBindVertexArray(item.mesh[0])
        gl.glDrawElements(gl.GL_TRIANGLES, item.mesh[1], gl.GL_UNSIGNED_INT, None)

    def _draw_shadows(self, views: list[NDArray[np.float64]], items: list[_Item]) -> None:
        program = self._depth.use()
        for view, canvas in zip(views, self._shadows, strict=False):
            canvas.bind()
            program.matrix("light", view)
            for item in items:
                self._draw(program, item)

    def _draw_heights(self, bounds: NDArray[np.float64], items: list[_Item]) -> list[float]:
        """Fill the map of heights; where it lies: x0, y0, size in mm, texels."""
        side = float(max(bounds[1, :2] - bounds[0, :2]))
        x, y = bounds[0, :2]
        view = np.array(
            [[2 / side, 0, 0, -1 - 2 * x / side], [0, 2 / side, 0, -1 - 2 * y / side], [0, 0, -1e-3, 0], [0, 0, 0, 1]]
        )
        self._heights.bind()
        program = self._height.use()
        program.matrix("light", view)
        for item in items:
            self._draw(program, item)
        gl = self._gl
        gl.glActiveTexture(gl.GL_TEXTURE0 + UNITS["heights"])
        gl.glBindTexture(gl.GL_TEXTURE_2D, self._heights.texture)
        gl.glGenerateMipmap(gl.GL_TEXTURE_2D)
        return [float(x), float(y), side, float(HEIGHT_SIDE)]

    def _smooth(self, rough: Any, coarse: Any) -> None:
        """Average the shadows over what lies at one depth."""
        gl = self._gl
        coarse.bind()
        program = self._smoothing.use()
        gl.glActiveTexture(gl.GL_TEXTURE0 + UNITS["coarse"])
        gl.glBindTexture(gl.GL_TEXTURE_2D, rough.texture)
        gl.glUniform1i(program["coarse"], UNITS["coarse"])
        gl.glDisable(gl.GL_DEPTH_TEST)
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)
        gl.glEnable(gl.GL_DEPTH_TEST)

    def _draw_seen(self, canvas: Any, camera: Camera, items: list[_Item]) -> NDArray[np.int32]:
        gl = self._gl
        canvas.bind()
        gl.glClearBufferiv(gl.GL_COLOR, 0, np.full(4, -1, np.int32))
        gl.glClear(gl.GL_DEPTH_BUFFER_BIT)
        program = self._seen.use()
        self._set_lens(program, camera)
        for item in items:
            gl.glUniform1i(program["name"], item.index)
            self._draw(program, item)
        size = (FINE * camera.height, FINE * camera.width)
        return np.asarray(canvas.read(0, gl.GL_RED_INTEGER, gl.GL_INT, np.empty(size, np.int32)))

    def _set_lens(self, program: Any, camera: Camera) -> None:
        program.matrix("view", camera.view)
        program.vectors("lens", [camera.fx, camera.fy, camera.cx, camera.cy])
        program.vectors("frame", [camera.width, camera.height])
        program.vectors("bend", [camera.k1, camera.k2, camera.reach])
        program.vectors("depths", [NEAREST, FARTHEST])

    def _set_light(self, program: Any, lit: _Lit, camera: Camera) -> None:
        gl = self._gl
        light, lamps = lit.room, lit.lamps
        program.vectors("eye", camera.eye)
        for name in ("sky", "ground", "side_from"):
            program.vectors(name, getattr(light, name))
        program.vectors("side_colour", light.side)
        program.vectors("height_window", lit.window)
        off = [(0.0, 0.0, 1.0)] * (2 - len(lamps))
        program.vectors("lamp_at", [lamp.at for lamp in light.lamps] + off)
        program.vectors("lamp_colour", [lamp.colour for lamp in light.lamps] + [(0.0, 0.0, 0.0)] * len(off))
        program.vectors("patch_at", [_patch(lamp)[0] for lamp in light.lamps] + [(0.0, 0.0, 1.0, 0.0)] * len(off))
        program.vectors("patch_size", [_patch(lamp)[1] for lamp in light.lamps] + [(0.0, 0.0, 1.0, 0.0)] * len(off))
        for number, (view, reach, turn) in enumerate(lamps):
            gl.glUniformMatrix3fv(
                program[f"lamp_turn[{number}]"], 1, gl.GL_TRUE, np.ascontiguousarray(turn, np.float32)
            )
            program.matrix(f"lamp_view[{number}]", view)
            program.vectors(f"lamp_reach[{number}]", reach)
        gl.glUniform1i(program["panel_count"], len(light.panels))
        gl.glUniform1i(program["lamps"], len(lamps))
        for name, values in _panels(light.panels).items():
            program.vectors(f"panel_{name}", values)
        self._bind_maps(program)

    def _bind_maps(self, program: Any) -> None:
        gl = self._gl
        textures = {
            "noise": self._noise,
            "shadow0": self._shadows[0].texture,
            "shadow1": self._shadows[1].texture,
            "blocker0": self._shadows[0].texture,
            "blocker1": self._shadows[1].texture,
            "heights": self._heights.texture,
        }
        for name, unit in UNITS.items():
            gl.glUniform1i(program[name], unit)
            if name in textures:
                gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
                gl.glBindTexture(gl.GL_TEXTURE_2D, textures[name])
            if name in self._samplers:
                gl.glBindSampler(unit, self._samplers[name])

    def _make_samplers(self) -> dict[str, int]:
        """One depth map is read in two ways: compared with a depth, and as it is."""
        gl = self._gl
        compared, raw = (int(name) for name in gl.glGenSamplers(2))
        for sampler, filtering in ((compared, gl.GL_LINEAR), (raw, gl.GL_NEAREST)):
            gl.glSamplerParameteri(sampler, gl.GL_TEXTURE_MIN_FILTER, filtering)
            gl.glSamplerParameteri(sampler, gl.GL_TEXTURE_MAG_FILTER, filtering)
            gl.glSamplerParameteri(sampler, gl.GL_TEXTURE_WRAP_S, gl.GL_CLAMP_TO_EDGE)
            gl.glSamplerParameteri(sampler, gl.GL_TEXTURE_WRAP_T, gl.GL_CLAMP_TO_EDGE)
        gl.glSamplerParameteri(compared, gl.GL_TEXTURE_COMPARE_MODE, gl.GL_COMPARE_REF_TO_TEXTURE)
        gl.glSamplerParameteri(compared, gl.GL_TEXTURE_COMPARE_FUNC, gl.GL_LEQUAL)
        return {"shadow0": compared, "shadow1": compared, "blocker0": raw, "blocker1": raw}

    def _noise_texture(self) -> int:
        """Smooth noise that repeats, for the grain of all surfaces: coarse grain, and finer grain across it."""
        from datasets.optics.noise import clouds

        gl = self._gl
        rng = np.random.Generator(np.random.Philox(20))
        coarse = clouds(rng, NOISE_SIDE, NOISE_SIDE, cells=8, octaves=5)
        finer = clouds(rng, NOISE_SIDE, NOISE_SIDE, cells=24, octaves=5).T
        data = np.asarray((coarse + 0.5 * finer) / 1.5, np.float32)
        name = self._device.plain_texture(
            NOISE_SIDE, NOISE_SIDE, gl.GL_R8, gl.GL_RED, gl.GL_UNSIGNED_BYTE, _bytes(data)
        )
        gl.glGenerateMipmap(gl.GL_TEXTURE_2D)
        # The step from one smaller version to the next does not show in noise, and blending them costs twice the time.
        gl.glTexParameteri(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_MIN_FILTER, gl.GL_LINEAR_MIPMAP_NEAREST)
        for parameter in (gl.GL_TEXTURE_WRAP_S, gl.GL_TEXTURE_WRAP_T):
            gl.glTexParameteri(gl.GL_TEXTURE_2D, parameter, gl.GL_REPEAT)
        return int(name)

    def _frame(self, camera: Camera, shaded: Camera) -> tuple[Any, Any, Any, Any]:
        """The canvases: for the picture as it is shaded, for the fine mask, twice for shadows at half the size."""
        gl = self._gl
        size = (shaded.width, shaded.height)
        half = ((shaded.width + 1) // 2, (shaded.height + 1) // 2)
        if not self._canvases or self._canvases[0].size != size:
            for canvas in self._canvases:
                canvas.free()
            canvas_of = self._device.Canvas
            self._canvases = (
                canvas_of(*size, gl.GL_RGBA16F, gl.GL_R32I),
                canvas_of(FINE * camera.width, FINE * camera.height, gl.GL_R32I),
                *(self._device.MapCanvas(*half, gl.GL_RGBA16F) for _ in range(2)),
            )
        return self._canvases


def _item(placed: Placed) -> NDArray[np.float32]:
    """What the shaders know of a thing: its place and its surface, (12, 4)."""
    m: Material = placed.thing.material
    return np.concatenate(
        [
            placed.pose.matrix.T,
            [
                m.layers if m.texture else (-1, -1, -1, -1),
                (*m.top, 1.0 if m.two_sided else 2.0 if m.halves else 0.0),
                (*m.side, m.glow),
                (*m.bottom, m.grain_scale),
                (m.roughness, m.reflectance, m.metal, m.nap),
                (*m.relief, *m.tiling),
                (*m.grain_at, m.grain),
                (m.stain, m.smudge, m.soil_scale, m.soil_streak),
            ],
        ]
    ).astype(np.float32)


def _patch(lamp: Lamp) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """What the shaders know of the part of the table that a lamp reaches."""
    if lamp.patch is None:
        return (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 1.0, 0.0)
    patch = lamp.patch
    turn = (float(np.cos(patch.turn)), float(np.sin(patch.turn)))
    return (*patch.at, *turn), (*patch.half, max(patch.soft, 0.5), 1.0)


def _panels(panels: tuple[Panel, ...]) -> dict[str, NDArray[np.float64]]:
    """What the shaders know of panels, (n, 3) each: only what does not change from pixel to pixel."""
    if not panels:
        return {}
    u, v = (np.array([getattr(panel, name) for panel in panels]) for name in ("u", "v"))
    across, along = (np.linalg.norm(axis, axis=1, keepdims=True) for axis in (u, v))
    return {
        "at": np.array([panel.at for panel in panels]),
        "n": np.cross(u / across, v / along),
        "u": u / across**2,
        "v": v / along**2,
        "size": np.hstack([1 / across, 1 / along, across * along]),
        "colour": np.array([panel.colour for panel in panels]),
    }


def _lamp_view(lamp: Lamp, bounds: NDArray[np.float64]) -> tuple[Array, list[float], Array]:
    """The matrix to the lamp's picture; its nearest and farthest depth, width and radius; its turn (3, 3)."""
    middle = bounds.mean(0)
    radius = float(np.linalg.norm(bounds[1] - bounds[0])) / 2
    eye = np.array(lamp.at)
    forward = middle - eye
    away = max(float(np.linalg.norm(forward)), radius * 1.3)
    forward /= np.linalg.norm(forward)
    side = np.array([1.0, 0, 0]) if abs(forward[0]) < 0.9 else np.array([0, 1.0, 0])
    right = np.cross(forward, side)
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(forward, right), forward])
    near, far = max(away - radius, 20.0), away + radius
    half = radius / away * 1.02
    view = np.eye(4)
    view[:3, :3], view[:3, 3] = rotation, -rotation @ eye
    lens = np.array(
        [
            [1 / half, 0, 0, 0],
            [0, 1 / half, 0, 0],
            [0, 0, (far + near) / (far - near), -2 * far * near / (far - near)],
            [0, 0, 1, 0],
        ]
    )
    return lens @ view, [near, far, 2 * half, lamp.radius], rotation


def _dim(colour: tuple[float, float, float]) -> tuple[float, float, float]:
    return (0.3 * colour[0], 0.3 * colour[1], 0.3 * colour[2])


def _bytes(values: NDArray[np.float32]) -> NDArray[np.uint8]:
    return (np.clip(values, 0, 1) * 255).astype(np.uint8)
