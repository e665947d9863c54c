"""Positions and moves of StoneRow, as JSON."""

from typing import Annotated, Any, Final, Literal

from pydantic import Field

from service.schemas.base import AnswerPart, Count, Label, Likelihood, Notation, Player, Seat, sometimes
from service.schemas.games import Form


class StoneRowGuess(AnswerPart):
    """A card that was not read surely."""

    label: Label | None = sometimes("what it is taken for")
    labels: dict[str, Likelihood] = sometimes("how likely it is each of these")


Card = Label | StoneRowGuess


class StoneRowLayer(AnswerPart):
    """Cards of a row that one seat laid."""

    owner: Player = sometimes("who scores up to this layer")
    cards: list[Card] = Field(description="what the owner laid, with what joined it by mortar")


class StoneRowRow(AnswerPart):
    """A row on the table. A camera sees no layers: it tells `cards`."""

    id: str | None = sometimes("`r` and the order in which it was laid", examples=["r1"])
    holder: Player | None = sometimes("before whom it lies")
    layers: list[StoneRowLayer] = sometimes("who laid what, oldest first")
    cards: list[Card] = sometimes("its cards, where the layers are unknown")
    markers: list[Card] = sometimes("Hammers and action cards that lie on it, oldest first")
    broken: bool = sometimes("whether it counts nothing")


class StoneRowPlay(AnswerPart):
    """A move and whose it is."""

    move: Notation
    seat: Seat


class StoneRowPosition(AnswerPart):
    """A table of StoneRow; what is left out is unknown."""

    keystone: Card | None = sometimes("the card that says which cards are Hammers")
    brickyard: list[Card] | None = sometimes("the discard pile, its top last")
    quarry: Count | None = sometimes("how many cards can still be drawn")
    dealer: Player = sometimes("who dealt")
    turn: Player = sometimes("the seat in turn")
    round: int | None = sometimes("1 … 6")
    overtime: bool = sometimes("whether the Foreman was called")
    phase: Literal["deal", "draw", "action", "reaction", "window", "over"] = sometimes("what may be done now")
    rows: list[StoneRowRow] = sometimes("every row")
    deflectors: list[Count | None] = sometimes("Displacers that protect each seat")
    shielded: list[str] = sometimes("protected rows, where a deflector protects one row")
    golddiggers: Count | None = sometimes("used GoldDiggers near the keystone")
    tower: Count | None = sometimes("tower cards face up")
    towers: list[Count | None] = sometimes("TeamPlay: tower cards face up of each team")
    hand_sizes: list[Count | None] = sometimes("how many cards each seat holds")
    idle: Count = sometimes("TeamPlay: turns in a row in which nothing changed")
    winners: list[Player] = sometimes("who won the round that ended")
    pending: StoneRowPlay = sometimes("the Hammer that may still be attracted")
    declined: list[Player] = sometimes("who has let it pass")
    claimed: list[Player] = sometimes("who wants to attract it")
    last: StoneRowPlay = sometimes("TeamPlay: the move after which the window is open")
    drawn: Label | None = sometimes("the card just drawn, which is not in the hand")


Position: Final = StoneRowPosition
Many = Annotated[int, Field(ge=0, le=9)]
OPTIONS: Final[dict[str, Any]] = {
    "action_cards": Literal["per_rule_set"]
    | dict[Literal["highwayman", "mason", "golddigger", "displacer", "foreman"], Many],
}
NAMES: Final = (
    ("CARD", "`R`, `B`, `G` or `Y` with 1-9, `Ap`, `Su`, `Ar` or `GM`; or `Hw` `Ma` `Gd` `Di` `Fo`"),
    ("CARDS", "one card or more, in rank order, equal ranks in the order R B G Y"),
    ("ROW", "`r` and the order in which the row was laid, `r3`"),
)
FORMS: Final = (
    Form("draw quarry", "draw quarry", "takes the top card of the quarry"),
    Form("draw brickyard", "draw brickyard", "takes the top card of the brickyard"),
    Form("draw brickyard CARD", "draw brickyard B8", "the same, where the camera saw which card it was"),
    Form("build CARDS", "build R7 R8 R9", "lays a set or a run"),
    Form("break CARD ROW", "break Y9 r3", "lays a Hammer on an opponent’s row"),
    Form("steal Hw ROW", "steal Hw r3", "takes an opponent’s row"),
    Form("repair Ma ROW", "repair Ma r2", "repairs a broken row"),
    Form("mortar Ma CARD ROW", "mortar Ma G9 r2", "adds a card to a row"),
    Form("deflect Di", "deflect Di", "lays a Displacer that protects; `deflect Di r2` where it protects one row"),
    Form("attract Di", "attract Di", "takes the pending Hammer"),
    Form("decline", "decline", "lets the pending Hammer, or a window of TeamPlay, pass"),
    Form("dig quarry", "dig quarry", "a GoldDigger takes three cards from the quarry"),
    Form("dig brickyard CARDS", "dig brickyard R5 Ma", "a GoldDigger takes up to three cards from the brickyard"),
    Form("discard CARD", "discard B8", "lays a card on the brickyard"),
    Form("add CARDS ROW", "add G8 Y8 r4", "TeamPlay: adds cards to the row that the partner lays"),
    Form("rescue CARD", "rescue RAp", "TeamPlay: takes the partner’s discard"),
    Form("overtime", "overtime", "calls a Foreman in hand"),
    Form("deal", "deal", "the table (-1) deals the next round"),
    Form("keystone CARD", "keystone Y9", "the table (-1) turns the keystone"),
    Form("brickyard CARD", "brickyard G2", "the table (-1) turns the first card of the brickyard"),
)
"""Every kind of move."""
