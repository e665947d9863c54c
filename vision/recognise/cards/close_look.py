"""One card looked at closely: which faces its corners may hold, each fitted with corners of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.recognise.cards.align import align
from vision.recognise.cards.coarse import alike_in_tone, guesses
from vision.recognise.cards.compare import Light, fits, relit, sharpness, view
from vision.recognise.cards.confidence import reading
from vision.recognise.cards.quads import clockwise, moved, turned
from vision.recognise.cards.settings import COARSE, COMPARE, FARTHER, READ

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.geometry import Quad
    from vision.recognise.cards.coarse import Guess
    from vision.recognise.cards.compare import Fit, View
    from vision.recognise.cards.gallery import Gallery
    from vision.recognise.cards.look import Pyramid
    from vision.recognise.cards.settings import CoarseSettings, ReadSettings
    from vision.recognise.read import Reading


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A face in its place: how it fits, its corners (the first two the top edge), and what was seen there."""

    fit: Fit
    corners: Quad
    view: View


@dataclass(frozen=True, slots=True, eq=False)
class CloseLook:
    """What a card may show, the best first, each face once."""

    places: tuple[Placed, ...]

    @property
    def best(self) -> Placed:
        """The face that fits best."""
        return self.places[0]


def look_closely(
    source: Pyramid, corners: Quad, ready: Gallery, settings: ReadSettings = READ, *, searched: bool = True
) -> CloseLook:
    """What lies within four corners of a picture, however they are numbered, or a little beside them. What is not read
    there is `searched` for farther away."""
    places: dict[int, Placed] = {}
    _place(places, source, corners, ready, COARSE, settings)
    seen = _ordered(places.values())
    well = seen.best.fit.likelihood >= settings.poor
    if not searched or (well and reading(seen, ready.deck).confidence >= settings.doubtful):
        return seen
    _place(places, source, corners, ready, FARTHER, settings)
    return _ordered(places.values())


def _place(  # noqa: PLR0913, PLR0917 - the state of a search
    places: dict[int, Placed],
    source: Pyramid,
    corners: Quad,
    ready: Gallery,
    coarse: CoarseSettings,
    settings: ReadSettings,
) -> None:
    """Fit the likely faces, each shifted at first as suits it best."""
    ranked = guesses(source, clockwise(corners), ready, coarse)
    toned = alike_in_tone(source, clockwise(corners), ready)
    for lead in _leads(ranked, settings):
        kept = [each.face for each in ranked if (each.turn - lead.turn) % 2 == 0][: COARSE.kept]
        kept += [face for face in (*toned, *ready.backs) if face not in kept]
        start = _start(clockwise(corners), lead, ready)
        _settle(places, source, start, ready, kept, settings)


def under(light: Light, seen: CloseLook, ready: Gallery) -> CloseLook:
    """The sight again, its colours compared under the light of the picture."""
    return _ordered(replace(place, fit=relit(place.view, [place.fit], ready, light)[0]) for place in seen.places)


def light_on(seen: CloseLook, reading: Reading, settings: ReadSettings = READ) -> Light | None:
    """The light on a card that is likelier read right than wrong; None of others, for another face has another."""
    return seen.best.fit.light if reading.confidence > settings.light_confidence else None


def common_light(lights: Sequence[Light], settings: ReadSettings = READ) -> Light | None:
    """The light of a picture, from those on its cards; None where these are too few to tell."""
    if len(lights) < settings.light_cards:
        return None
    red, blue, vividness = np.median([(each.red, each.blue, each.vividness) for each in lights], axis=0).tolist()
    return Light(red, blue, vividness, known=True)


def _leads(ranked: Sequence[Guess], settings: ReadSettings) -> list[Guess]:
    """The likeliest guess, and the likeliest ones of other ways up that are near."""
    leads: dict[int, Guess] = {}
    for guess in ranked[: COARSE.kept]:
        if guess.likeness > ranked[0].likeness - settings.near and len(leads) < settings.orientations:
            leads.setdefault(guess.turn % 2, guess)
    return list(leads.values())


def _start(corners: Quad, lead: Guess, ready: Gallery) -> Quad:
    across, down = lead.shift
    return moved(turned(corners, lead.turn), across / COARSE.width, down / ready.height(COARSE.width))


def _settle(  # noqa: PLR0913, PLR0917 - the state of a search
    places: dict[int, Placed],
    source: Pyramid,
    start: Quad,
    ready: Gallery,
    faces: Sequence[int],
    settings: ReadSettings,
) -> None:
    """Compare the faces where the card seems to lie, then where each of those that may yet win fits best."""
    face, here = faces[0], start
    own: dict[int, Placed] = {}
    tried: set[int] = set()
    near = list(faces)
    for _ in range(settings.alignments + 1):
        _compare(own, source, here, ready, (face, near))
        best = max(place.fit.likelihood for place in own.values())
        near = [each for each in faces if own[each].fit.likelihood > best - settings.lost_margin]
        open_faces = [
            each for each in near if each not in tried and own[each].fit.likelihood > best - settings.open_margin
        ]
        if not open_faces:
            break
        face = max(open_faces, key=lambda each: own[each].fit.likelihood)
        tried.add(face)
        here = align(source, start if _same_way(own[face].corners, start) else turned(start, 2), ready.slopes[face])
    for each, place in own.items():
        if each not in places or place.fit.likelihood > places[each].fit.likelihood:
            places[each] = place


def _compare(
    places: dict[int, Placed], source: Pyramid, here: Quad, ready: Gallery, hypothesis: tuple[int, Sequence[int]]
) -> None:
    """Compare the faces within corners that are right for the one given first, both ways up; keep the best places.

    Both ways, because many decks look nearly the same upside down, and were enrolled either way.
    """
    lead, faces = hypothesis
    seen = view(source.rectified(here, COMPARE.width, ready.height(COMPARE.width)))
    level = sharpness(seen, ready, lead)
    for corners, shown in ((here, seen), (turned(here, 2), seen.upside_down)):
        for fit in fits(shown, ready, faces, level):
            if fit.face not in places or fit.likelihood > places[fit.face].fit.likelihood:
                places[fit.face] = Placed(fit, corners, shown)


def _same_way(one: Quad, other: Quad) -> bool:
    """Whether two quads at nearly one place begin with the same corner, not with the opposite one."""
    return float(np.linalg.norm(one - other)) < float(np.linalg.norm(turned(one, 2) - other))


def _ordered(places: object) -> CloseLook:
    return CloseLook(tuple(sorted(places, key=lambda each: (-each.fit.likelihood, each.fit.face))))  # type: ignore[call-overload]
