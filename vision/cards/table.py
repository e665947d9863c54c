"""All cards of a table, read together: those that a detector found, and on the printed mat those that none did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.games.stonerow.cards import GUILD_CARDS, label
from vision.cards.above import PILE, Above, places
from vision.cards.backs import Backs
from vision.cards.finds import back, beneath, lie_alike, read, settled, unshadowed
from vision.cards.ground import ground_of, laid
from vision.cards.look import pyramid
from vision.cards.settings import UNFOUND
from vision.cards.strips import strip_reader
from vision.cards.unfound import unfound
from vision.detect import Detection
from vision.geometry import centre
from vision.settings import CARD_SETTLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.cards.finds import Find
    from vision.cards.ground import Ground
    from vision.cards.reader import CardReader
    from vision.observation import Piece
    from vision.photo import Picture
    from vision.settings import CardSettleSettings

ROW_CARDS: Final = frozenset(label(card) for card in range(GUILD_CARDS))
"""What can lie under another card of its row."""
LIFTS: Final = (0.0, 4.0, 8.0, 12.0)
"""How far (mm) the top of a pile may seem to be moved."""
AT: Final = 20.0
"""A find whose middle is no further (mm) from that of a back is the same card."""


@dataclass(frozen=True, slots=True, eq=False)
class CardTable:
    """Faces are read against a deck; of finds at one place the one that reads best stays. Hands are told as such.

    On the printed mat all cards are of one size and lie straight; its places for single cards are looked at whatever
    a detector says, backs are known by their colours beside the paper, and cards under others of their row are looked
    for.
    """

    faces: CardReader
    settings: CardSettleSettings = CARD_SETTLE

    @property
    def name(self) -> str:
        """The name of what reads the faces."""
        return self.faces.name

    def ground(self, picture: Picture) -> Ground | None:
        """Where the mat lies in an H×W×3 BGR picture; None without one."""
        return ground_of(picture, self.faces.deck.aspect)

    def see(self, picture: Picture, detections: Sequence[Detection]) -> tuple[Piece, ...]:
        """The cards and hands of an H×W×3 BGR picture."""
        ground = self.ground(picture)
        return self.lying(picture, detections) if ground is None else self.on_mat(picture, detections, ground)

    def lying(self, picture: Picture, detections: Sequence[Detection]) -> tuple[Piece, ...]:
        """The cards and hands of a picture without a mat."""
        return _in_order(unshadowed(settled(self._finds(picture, detections), self.settings)))

    def on_mat(self, picture: Picture, detections: Sequence[Detection], ground: Ground) -> tuple[Piece, ...]:
        """The cards and hands of a picture in which the mat lies as the ground says."""
        above = Above(picture, ground)
        down, singles = self._at_places(above)
        others = (each for each in laid(ground, detections) if not _on_any(each, down, ground))
        kept = settled((*down, *self._finds(picture, (*singles, *others))), self.settings)
        kept += self._under(picture, ground, kept, kept)
        fresh = tuple(self._unfound(above, kept))
        kept = settled((*kept, *fresh), self.settings)
        kept += self._under(picture, ground, kept, fresh)
        return _in_order(unshadowed(kept))

    def _at_places(self, above: Above) -> tuple[list[Find], list[Detection]]:
        """What lies where the mat wants single cards: backs, and what is still to be read."""
        ground = above.ground
        backs = Backs(pyramid(above.picture), self.faces.ready, ground)
        down, singles = [], []
        for name, spot in places(ground):
            lies = backs.on(spot, LIFTS if name == PILE else LIFTS[:1])
            if lies is not None:
                down.append(back(*lies))
            elif above.share(spot) >= UNFOUND.least_print:
                singles.append(Detection(ground.quad(spot), "card", UNFOUND.score))
        return down, singles

    def _finds(self, picture: Picture, detections: Sequence[Detection]) -> Iterator[Find]:
        """The finds as they read, those that are believed."""
        finds = map(read, detections, self.faces.look(picture, detections))
        return (find for find in finds if find.belief >= self.settings.least_belief)

    def _unfound(self, above: Above, kept: Sequence[Find]) -> Iterator[Find]:
        """Cards that no detector found and that are read nevertheless."""
        guesses = unfound(above, [find.corners for find in kept if find.told])
        return (find for find in self._finds(above.picture, guesses) if find.piece.label is not None)

    def _under(self, picture: Picture, ground: Ground, kept: Sequence[Find], tops: Sequence[Find]) -> tuple[Find, ...]:
        """The cards that lie under some of the cards that were read."""
        sure = [find for find in kept if find.piece.label is not None and find.piece.kind == "card"]
        above = [find for find in tops if find.piece.label in ROW_CARDS]
        if not above:
            return ()
        light = [find.corners for find in sure if find.piece.label in ROW_CARDS]
        # There is one of each: what was read lies nowhere else.
        others = ROW_CARDS - {find.piece.label for find in sure}
        reader = strip_reader(picture, self.faces.ready, ground, light, others)
        under: list[Find] = []
        for top in above:
            covers = [find.corners for find in sure if find is not top]
            for strip in reader.beside(ground.spot(top.corners), covers):
                if not any(lie_alike(strip.corners, find.corners) for find in (*sure, *under)):
                    under.append(beneath(strip))
        return tuple(under)


def _on_any(detection: Detection, down: Sequence[Find], ground: Ground) -> bool:
    """Whether a card that a detector found is one of those known to lie face down."""
    if detection.kind != "card":
        return False
    spot = ground.spot(detection.corners)
    mates = (ground.spot(find.corners) for find in down)
    return any(abs(spot.x - mate.x) < AT and abs(spot.y - mate.y) < AT for mate in mates)


def _in_order(finds: Sequence[Find]) -> tuple[Piece, ...]:
    """The pieces from the top of the picture down."""
    return tuple(find.piece for find in sorted(finds, key=lambda find: tuple(centre(find.corners)[::-1])))
