"""Pictures of a table for the tests of its plane: a mat on grain, dominoes without one, and what a push does."""

import functools

import cv2
import numpy as np
import sensor_noise

from vision.scene.mat import DICTIONARY, mat

WIDTH, HEIGHT = 1280, 720
MAT = mat("stonerow", 2, "a4", "table")


@functools.cache
def grain(seed=0, height=900, width=1500):
    """A table top with some structure."""
    rng = np.random.default_rng(seed)
    coarse = cv2.resize(rng.normal(0, 1, (height // 25, width // 60)).astype(np.float32), (width, height))
    fine = cv2.GaussianBlur(rng.normal(0, 1, (height, width)).astype(np.float32), (0, 0), 1.5)
    grey = 110 + 14 * coarse + 60 * fine
    return np.clip(grey[..., None] * (0.7, 0.85, 1.0), 0, 255).astype(np.uint8)


@functools.cache
def sheet(scale=2.0, laid=MAT):
    """A mat as it is printed, `scale` px a mm, with a drawing in its middle; its alpha is all of it."""
    size = round(laid.height * scale), round(laid.width * scale)
    paper = np.full((*size, 3), 235, np.uint8)
    known = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    for marker in laid.markers:
        side = round(marker.side * scale)
        left, top = round(marker.x * scale), round(marker.y * scale)
        picture = cv2.aruco.generateImageMarker(known, marker.id, side)
        paper[top : top + side, left : left + side] = picture[..., None]
    for zone in laid.zones:
        corner, far = (zone.x, zone.y), (zone.x + zone.width, zone.y + zone.height)
        cv2.rectangle(paper, _at(corner, scale), _at(far, scale), (150, 130, 120), 3)
    return paper


def _at(point, scale):
    return round(point[0] * scale), round(point[1] * scale)


def camera(tilt=20.0, turn=4.0, at=(0.0, 0.0), height=1150.0, focal=1250.0):
    """Mm of the mat to px: a camera over the mat's middle, tilted and turned by degrees."""
    a, b = np.radians(tilt), np.radians(turn)
    lean = np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])
    about = np.array([[np.cos(b), -np.sin(b), 0], [np.sin(b), np.cos(b), 0], [0, 0, 1]])
    rotation = lean @ about
    middle = np.array([MAT.width / 2 + at[0], MAT.height / 2 + at[1], 0.0])
    shift = np.array([0, 0, height]) - rotation @ middle
    lens = np.array([[focal, 0, (WIDTH - 1) / 2], [0, focal, (HEIGHT - 1) / 2], [0, 0, 1.0]])
    return lens @ np.column_stack([rotation[:, 0], rotation[:, 1], shift])


def shown(homography, ground=None, noise=None, laid=MAT):
    """A frame with a mat where `homography` (mm to px) has it, on grain."""
    paper = sheet(laid=laid)
    scale = paper.shape[1] / laid.width
    fine = homography @ np.array([[1 / scale, 0, 0.5 / scale], [0, 1 / scale, 0.5 / scale], [0, 0, 1]])
    frame = (grain()[:HEIGHT, :WIDTH] if ground is None else ground).copy()
    seen = cv2.warpPerspective(paper, fine, (WIDTH, HEIGHT), flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full(paper.shape[:2], 255, np.uint8), fine, (WIDTH, HEIGHT)) > 127
    frame[mask] = seen[mask]
    return frame if noise is None else noisy(frame, noise)


def dominoes(seed=1, count=22):
    """A larger piece of a table with dominoes on it, to cut frames from, without a mat."""
    rng = np.random.default_rng(seed)
    ground = grain(3).copy()
    for _ in range(count):
        x, y, turn = rng.uniform(150, 1350), rng.uniform(120, 780), rng.uniform(0, 180)
        box = cv2.boxPoints(((x, y), (88, 44), turn))
        cv2.fillPoly(ground, [np.round(box).astype(int)], (228, 236, 240), cv2.LINE_AA)
        for _ in range(int(rng.integers(3, 9))):
            along, across = rng.uniform(-36, 36), rng.uniform(-14, 14)
            c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
            spot = round(x + c * along - s * across), round(y + s * along + c * across)
            cv2.circle(ground, spot, 5, (30, 30, 30), -1, cv2.LINE_AA)
    return ground


def pushed(dx=0.0, dy=0.0, turn=0.0, scale=1.0, horizon=(0.0, 0.0)):
    """What a push does to a frame: px to px, about the frame's middle."""
    c, s = scale * np.cos(np.radians(turn)), scale * np.sin(np.radians(turn))
    middle = np.array([[1, 0, WIDTH / 2], [0, 1, HEIGHT / 2], [0, 0, 1.0]])
    return middle @ np.array([[c, -s, dx], [s, c, dy], [*horizon, 1.0]]) @ np.linalg.inv(middle)


def cut(ground, push=None):
    """The frame that a camera over `ground` shows after a push."""
    margin = np.array([[1, 0, -110], [0, 1, -90], [0, 0, 1.0]])
    model = margin if push is None else push @ margin
    return cv2.warpPerspective(ground, model, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT)


@functools.cache
def sensor():
    """A sensor's noise, twice as high and wide as a frame: cut out elsewhere, it is another one."""
    grey = np.random.default_rng(0).normal(0, 2.5, (HEIGHT, WIDTH)).round()
    return sensor_noise.halves(np.tile(grey, (2, 2)))


def noisy(frame, seed):
    """The frame as a sensor gives it."""
    down, right = divmod(7919 * (seed + 1), WIDTH)
    top, left = -down % HEIGHT, -right % WIDTH
    return sensor_noise.noisy(frame, [side[top : top + HEIGHT, left : left + WIDTH] for side in sensor()])


def arm(frame, reach, seed=0):
    """The frame with a sleeve and a hand in it, from the right edge to the column `reach`."""
    covered = frame.copy()
    sleeve = grain(7)[: frame.shape[0], : frame.shape[1]]
    mask = np.zeros(frame.shape[:2], np.uint8)
    cv2.ellipse(mask, (int(reach) + 420, 400), (420, 130), -8, 0, 360, 255, -1)
    cv2.rectangle(mask, (int(reach) + 420, 250), (WIDTH, 520), 255, -1)
    moved = np.roll(sleeve, int(reach), axis=1)
    covered[mask > 0] = moved[mask > 0]
    return covered


def points():
    """Pixels all over a frame (N, 2)."""
    x, y = np.meshgrid(np.linspace(100, WIDTH - 100, 6), np.linspace(80, HEIGHT - 80, 4))
    return np.column_stack([x.ravel(), y.ravel()])


def jumps(told):
    """How often the table was found in another place."""
    return sum(state.jump is not None for state in told)


def went(told):
    """How the picture of the table moved (3, 3) since the first state: all jumps one after another."""
    motion = np.eye(3)
    for state in told:
        motion = motion if state.jump is None else state.jump @ motion
    return motion
