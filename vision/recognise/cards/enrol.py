"""A deck made from pictures of its cards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry import area, overlap
from vision.recognise.cards.align import align
from vision.recognise.cards.alike import same
from vision.recognise.cards.compare import fits, view
from vision.recognise.cards.deck import FACE_WIDTH, Deck, face_height, fine_width
from vision.recognise.cards.features import features
from vision.recognise.cards.finder import CardFinder
from vision.recognise.cards.gallery import gallery, slope, structure_for
from vision.recognise.cards.look import pyramid
from vision.recognise.cards.quads import clockwise, slant, turned
from vision.recognise.cards.settings import COMPARE, ENROL, FEATURES, FIND, LINES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.recognise.cards.look import Pyramid
    from vision.recognise.cards.settings import EnrolSettings, FeatureSettings


class EnrolError(ValueError):
    """Pictures from which no deck can be made; the message is one line.

    It is in English, as all that a command says. What a page may say, too, is of a form (`seen.py`).
    """


def deck_of_faces(labels: Sequence[str], pictures: Sequence[NDArray[np.uint8]], aspect: float, name: str) -> Deck:
    """The deck whose upright faces, each H×W×3 BGR and nothing but the card, are given."""
    size = (FACE_WIDTH, face_height(aspect))
    faces = [cv2.resize(each, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False) for each in pictures]
    found = [_features(each, aspect, FEATURES) for each in pictures]
    wide = fine_width(len(pictures), float(np.median([each.shape[1] for each in pictures])), aspect)
    full = (wide, round(wide * aspect))
    fine = [cv2.resize(each, full, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False) for each in pictures]
    return Deck(
        labels=tuple(labels),
        faces=np.stack(faces),
        aspect=aspect,
        points=np.concatenate([points for points, _ in found]),
        descriptors=np.concatenate([descriptors for _, descriptors in found]),
        owners=np.repeat(np.arange(len(found), dtype=np.int32), [len(points) for points, _ in found]),
        name=name,
        fine=np.stack(fine),
    )


def deck_of_cards(
    labels: Sequence[str],
    cards: Sequence[tuple[Picture, Quad]],
    name: str,
    aspect: float | None = None,
    settings: EnrolSettings = ENROL,
) -> Deck:
    """The deck whose cards lie within four corners of H×W×3 BGR pictures, all corners beginning at a top edge.

    `aspect` is a card's height over its width; without it, the usual one of the quads.
    """
    if aspect is None:
        aspect = usual_aspect([corners for _, corners in cards])
    sources = [pyramid(picture) for picture, _ in cards]
    corners = registered(sources, [corners for _, corners in cards], aspect, settings)
    seen = float(np.median([np.linalg.norm(each[1] - each[0]) for each in corners]))
    width = max(FEATURES.width, fine_width(len(cards), seen, aspect))
    height = round(width * aspect)
    pictures = [source.rectified(each, width, height) for source, each in zip(sources, corners, strict=True)]
    return deck_of_faces(labels, pictures, aspect, name)


def usual_aspect(cards: Sequence[Quad]) -> float:
    """A card's height over its width, by the median of quads whose first edge is a top edge."""
    ratios = []
    for corners in cards:
        edges = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
        ratios.append(float((edges[1] + edges[3]) / (edges[0] + edges[2])))
    return float(np.round(np.median(ratios), 3))


def upright(corners: Quad) -> Quad:
    """The corners clockwise from the upper left of the card as it is seen: the short edge nearer to the top first."""
    ring = clockwise(corners)
    if slant(ring, TYPICAL) > slant(turned(ring, 1), TYPICAL):
        ring = turned(ring, 1)
    return ring if ring[:2, 1].sum() <= ring[2:, 1].sum() else turned(ring, 2)


TYPICAL = 1.45
"""The proportions of most cards."""


def registered(
    sources: Sequence[Pyramid], cards: Sequence[Quad], aspect: float, settings: EnrolSettings = ENROL
) -> list[Quad]:
    """The corners moved so that what all cards have in common (frame, indices, rim) lies at the same place in all.

    Cards enrolled a little off each other would be told apart by that instead of by what they show.
    """
    corners = list(cards)
    if len(corners) < settings.least_registered:
        return corners
    size = FACE_WIDTH, face_height(aspect)
    for _ in range(settings.rounds):
        views = [
            structure_for(source.rectified(each, *size), aspect) for source, each in zip(sources, corners, strict=True)
        ]
        mean = np.median(np.stack(views), axis=0).astype(np.float32)
        common = slope(mean)
        for number, (source, each, seen) in enumerate(zip(sources, corners, views, strict=True)):
            moved = align(source, each, common)
            now = structure_for(source.rectified(moved, *size), aspect)
            if _agreement(now, mean) > _agreement(seen, mean):
                corners[number] = moved
    return corners


def _agreement(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    return float(np.exp(-((one - other) ** 2) / 0.5).mean())


def _features(
    picture: NDArray[np.uint8], aspect: float, settings: FeatureSettings
) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
    """The features of an upright face in card widths: M×4 and M×128."""
    size = (settings.width, round(settings.width * aspect))
    sized = cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    found = features(sized, settings.most_face)
    points = found.points.copy()
    points[:, :2] = (points[:, :2] + 0.5) / settings.width
    points[:, 2] /= settings.width
    return points, found.descriptors


def whole_card(picture: Picture, settings: EnrolSettings = ENROL) -> Quad:
    """The corners of the one card that an H×W×3 BGR photo shows; `EnrolError` where none is plain to see."""
    found = CardFinder().outlines(picture)
    if not found or found[0].score < settings.least_score:
        raise EnrolError("no card is plain to see; lay it flat on a ground of another colour, all its corners in view")
    best = found[0]
    rivals = [
        each
        for each in found[1:]
        if each.score > best.score - settings.rival_score
        and area(each.corners) > settings.rival_size * area(best.corners)
        and overlap(each.corners, best.corners) < settings.rival_shared
    ]
    if rivals:
        raise EnrolError("more than one thing looks like a card; lay the card alone on a plain ground")
    corners = upright(best.corners)
    check_sharp(picture, corners, settings)
    return corners


def grid_of_cards(picture: Picture, rows: int, columns: int, settings: EnrolSettings = ENROL) -> list[Quad]:
    """The corners of cards laid out in rows, in reading order; `EnrolError` unless all are found.

    The photo may be taken at a slant, but its upper edge is that of the layout.
    """
    found = _laid_out(picture, rows * columns, settings)
    downwards = sorted(found, key=lambda each: float(each[:, 1].mean()))
    lines = [downwards[row * columns : (row + 1) * columns] for row in range(rows)]
    ordered = [each for line in lines for each in sorted(line, key=lambda each: float(each[:, 0].mean()))]
    for each in ordered:
        check_sharp(picture, each, settings)
    return ordered


def _laid_out(picture: Picture, count: int, settings: EnrolSettings) -> list[Quad]:
    """The cards of a layout in no order; `EnrolError`, saying what was found, unless there are `count`.

    The edges of cards in a row lie on one line. So they are not joined across gaps, as edges that something covers are.
    Where that does not find all cards, as on a picture of much noise, joined ones are tried.
    """
    most = replace(FIND, most_quads=settings.grid_quads, most_kept=2 * count + FIND.most_kept)
    apart = replace(LINES, gap=settings.grid_gap, corner_gap=settings.grid_corner, most=LINES.most + 8 * count)
    best: list[Quad] = []
    for finder in (CardFinder(apart, most), CardFinder()):
        found = _of_a_size([upright(each.corners) for each in finder.detect(picture)], count, settings)
        if len(found) == count:
            return found
        best = min(best, found, key=lambda each: abs(len(each) - count)) if best else found
    raise EnrolError(
        f"{_in_view(best)}, and the grid has {count}; "
        "lay the cards apart on a ground of another colour, all corners in view"
    )


def _of_a_size(found: list[Quad], count: int, settings: EnrolSettings) -> list[Quad]:
    """Those about as large as the `count` largest are: what is printed on a card may look like a small one."""
    sizes = [float(np.sqrt(area(each))) for each in found]
    largest = sorted(sizes, reverse=True)[: count if len(found) >= count else 1]
    usual = float(np.median(largest)) if largest else 0.0
    return [each for each, size in zip(found, sizes, strict=True) if size > settings.grid_size * usual]


def _in_view(found: list[Quad]) -> str:
    """How many cards are plain to see, and where, px of the photo."""
    if not found:
        return "no card is plain to see"
    places = [f"({corners[:, 0].mean():.0f}, {corners[:, 1].mean():.0f})" for corners in found[:MOST_LISTED]]
    more = ", …" if len(found) > MOST_LISTED else ""
    at = f"at pixel {places[0]}" if len(found) == 1 else f"at pixels {', '.join(places)}{more}"
    return f"1 card is plain to see, {at}" if len(found) == 1 else f"{len(found)} cards are plain to see, {at}"


MOST_LISTED = 6
"""No refusal lists the places of more cards."""


def look_alikes(deck: Deck, settings: EnrolSettings = ENROL) -> list[tuple[str, str]]:
    """Pairs of labels whose faces can hardly be told apart, the most alike first."""
    ready = gallery(deck)
    pairs: dict[tuple[str, str], float] = {}
    width, height = COMPARE.width, ready.height(COMPARE.width)
    for number, face in enumerate(deck.faces):
        sized = cv2.resize(face, (width, height), interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
        seen = view(sized)
        for shown in (seen, seen.upside_down):
            for fit in fits(shown, ready, range(number), 0):
                one, other = deck.labels[fit.face], deck.labels[number]
                if one != other and fit.likelihood > -settings.alike:
                    pairs[one, other] = max(fit.likelihood, pairs.get((one, other), fit.likelihood))
    return sorted(pairs, key=lambda pair: (-pairs[pair], pair))


def one_card_twice(deck: Deck, one: str, other: str) -> bool:
    """Whether two labels of a deck with fine faces are of faces that differ nowhere."""
    faces = [deck.fine[deck.labels.index(label)] for label in (one, other)]
    return same(faces[0], faces[1])


def strangers(deck: Deck, settings: EnrolSettings = ENROL) -> list[str]:
    """Labels of faces that lack what the others have in common, as where a photo's card was not what was found in it.

    Empty for decks whose cards have little in common.
    """
    if len(deck) < settings.least_registered:
        return []
    views = [structure_for(face, deck.aspect) for face in deck.faces]
    mean = np.median(np.stack(views), axis=0).astype(np.float32)
    both = [max(_agreement(each, mean), _agreement(each[::-1, ::-1], mean)) for each in views]
    usual = float(np.median(both))
    if usual < settings.common:
        return []
    return [label for label, own in zip(deck.labels, both, strict=True) if own < settings.strange * usual]


def unevenly_lit(deck: Deck, settings: EnrolSettings = ENROL) -> list[str]:
    """Labels of faces whose rim grows lighter to one side against that of the others: glare or a shadow when enrolled.

    Empty for small decks.
    """
    if len(deck) < settings.least_registered:
        return []
    light = np.log(deck.faces.astype(np.float32).mean(axis=3) + settings.dark)
    inside = np.zeros(light.shape[1:], bool)
    inside[settings.rim_from : -settings.rim_from, settings.rim_from : -settings.rim_from] = True
    inside[settings.rim_to : -settings.rim_to, settings.rim_to : -settings.rim_to] = False
    rows, columns = np.nonzero(inside)
    rim = light[:, inside]
    residual = rim - np.median(rim, axis=0)
    places = np.column_stack((np.ones(len(rows)), columns / light.shape[2] - 0.5, rows / light.shape[1] - 0.5))
    slopes, *_ = np.linalg.lstsq(places, residual.T, rcond=None)
    fall = np.abs(slopes[1]) + np.abs(slopes[2])
    left = np.abs(residual.T - places @ slopes).mean(axis=0)
    uneven = (fall > settings.uneven) & (fall > settings.uneven_share * left)
    return [label for label, bad in zip(deck.labels, uneven.tolist(), strict=True) if bad]


def check_sharp(picture: Picture, corners: Quad, settings: EnrolSettings = ENROL) -> None:
    """`EnrolError` where the card is too small or too blurred to know it again."""
    edges = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    width = float(min(edges[0] + edges[2], edges[1] + edges[3])) / 2
    if width < settings.least_width:
        raise EnrolError(f"the card is {width:.0f} px wide; come nearer, {settings.least_width:.0f} px are needed")
    ratio = float((edges[1] + edges[3]) / (edges[0] + edges[2]))
    face = pyramid(picture).rectified(corners, settings.sharp_width, round(settings.sharp_width * ratio))
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = float(np.abs(cv2.Laplacian(grey, cv2.CV_32F)).mean()) / max(float(grey.std()), 1.0)
    if fine < settings.least_sharpness:
        raise EnrolError("the card is blurred; hold the camera still and let it focus")
