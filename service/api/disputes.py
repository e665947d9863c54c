"""`/games/{id}/disputes` and `/games/{id}/evidence`: rulings, their bundles, and the pictures that were kept."""

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path
from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from engine.said import Said
from service.access.guard import Who
from service.access.privacy import check_record
from service.access.roles import Permission
from service.access.routes import needs
from service.api.docs import answer, file, hashed, problems
from service.api.games import GameId
from service.api.media import JSON
from service.api.shapes import Body
from service.disputes.question import LONGEST
from service.limits.rates import client_of
from service.parts import Service
from service.pictures import translated
from service.problems import Problem

router = APIRouter(prefix="/games/{id}", tags=["disputes"])

Number = Annotated[int, Path(ge=1, le=999_999_999, alias="n", description="its number in the list")]
Sha256 = Annotated[str, Path(pattern="^[0-9a-f]{64}$", description="the picture’s SHA-256 in hexadecimal")]

SHOT: Final = {
    "sha256": hashed("a picture"),
    "time": "2026-01-31T18:00:05.120Z",
    "why": "before",
    "seq": [17],
    "held": False,
    "kept": True,
}
MOVE: Final = {
    "seq": 17,
    "time": "2026-01-31T18:19:31.000Z",
    "seat": 0,
    "move": "cap 3-8 @6,0,1:e",
    "kind": "move",
    "points": 17,
    "by": "camera",
    "together": [17],
    "before": {"tiles": []},
    "after": {"tiles": [{"tile": "3-8", "at": [6, 0, 1], "dir": "e"}]},
    "refused": None,
    "shown": "as_recorded",
    "why": "The pictures show it.",
    "likelihood": 0.998,
    "instead": None,
    "ways": [],
}
PICTURE: Final = {
    "sha256": hashed("a picture"),
    "time": "2026-01-31T18:19:30.000Z",
    "why": "before",
    "seq": 17,
    "there": True,
    "read": "again",
    "trouble": None,
}
DISPUTE: Final = {
    "schema": "tableside/dispute@1",
    "game": "6f1c2ab09d3e4f57",
    "number": 1,
    "time": "2026-01-31T18:20:00.000Z",
    "asked": "was move 17 legal?",
    "question": {"about": "move", "seq": 17, "claim": "legal"},
    "answer": {
        "verdict": "upheld",
        "statement": "Move 17, 'cap 3-8 @6,0,1:e' by player 1, was played as recorded and is legal.",
        "reason": "The rules allow it. The pictures show it.",
        "rules": [{"id": "SN-11", "title": "A cap is a tile exactly on the last domino of an end"}],
        "moves": [MOVE],
        "frames": [PICTURE],
        "hidden": [],
        "changes": [],
        "clock": [],
    },
    "record": {"events": 17, "head": hashed("entry 17")},
    "thresholds": {"overturn": 0.99, "uphold": 0.8},
    "versions": {
        "tableside": "0.1.0",
        "rules": hashed("engine"),
        "reading": hashed("vision"),
        "deciding": hashed("disputes"),
        "models": {"weights/halves.onnx": hashed("a network")},
        "own": None,
        "game": "stackernoos",
    },
    "signer": hashed("a public key"),
}


class AskedRuling(Body):
    """A question in words, or in parts: `about` and what belongs to it."""

    question: str | None = Field(
        None, max_length=LONGEST, examples=["was move 17 legal?"], description="the question in plain words"
    )
    about: Literal["move", "under", "score", "order"] | None = Field(None, description="what the question is about")
    seq: int | None = Field(None, ge=1, description="of a move: its number; of `under`: after which move")
    piece: str | None = Field(None, max_length=LONGEST, description="of `under`: a piece’s label")
    place: str | None = Field(None, max_length=LONGEST, description="of `under`: a place, as the notation writes it")
    seat: int | None = Field(None, ge=0, description="of `score`: whose; a claimed total needs it")
    first: int | str | None = Field(None, description="of `order`: what is said to have come first")
    second: int | str | None = Field(None, description="of `order`: what is said to have come after it")
    claim: int | str | None = Field(None, description="`legal` or `illegal`, a label, a total of `seat`")


@router.post(
    "/disputes",
    status_code=201,
    summary="Ask for a ruling",
    dependencies=[JSON],
    responses={
        **answer("DisputeAnswer", "The ruling.", DISPUTE, 201),
        **problems(
            "record-damaged",
            "not-understood",
            "nothing-of-that-name",
            "unreadable-game",
            "not-enrolled",
            "store-full",
            "key-unusable",
            "busy",
        ),
    },
)
@needs(Permission.DISPUTE)
async def dispute(request: Request, game_id: GameId, wanted: AskedRuling, service: Service, who: Who) -> dict[str, Any]:
    """Kept pictures are read again and weighed by the rules. The ruling: `upheld`, `overturned` or `inconclusive`.

    The answer’s `statement` says what is ruled on. The pictures are held from then on, and never make room for others.

    Disputes are judged one after the other. Those who ask take turns.
    """
    parts = wanted.model_dump(exclude_none=True)
    with translated():
        asked = parts["question"] if set(parts) == {"question"} else parts
        async with service.judging.turn(who.token or client_of(request.scope)):
            return await run_in_threadpool(service.disputes.ask, game_id, asked, who=who.said)


@router.get(
    "/disputes",
    summary="The disputes of a game",
    responses=answer("DisputesAnswer", "Oldest first."),
)
@needs(Permission.SEE_GAME)
def list_disputes(game_id: GameId, service: Service) -> dict[str, Any]:
    """Every ruling that was asked for."""
    return {"disputes": service.disputes.all(game_id)}


@router.get(
    "/disputes/{n}",
    summary="A dispute",
    responses={**answer("DisputeAnswer", "The ruling.", DISPUTE), **problems("no-such-dispute")},
)
@needs(Permission.SEE_GAME)
def show_dispute(game_id: GameId, number: Number, service: Service) -> dict[str, Any]:
    """The ruling as it was made. A dispute is decided once."""
    return service.disputes.find(game_id, number)


@router.get(
    "/disputes/{n}/bundle",
    summary="The bundle of a dispute",
    response_class=Response,
    responses={**file("application/zip", "A zip."), **problems("no-such-dispute", "not-yours")},
)
@needs(Permission.SEE_RECORD)
def show_bundle(game_id: GameId, number: Number, service: Service, who: Who) -> Response:
    """A zip with record, ruling, pictures, versions and signature. `tableside verify` checks it without a network."""
    check_record(service, who, game_id)
    name = f"attachment; filename=tableside-{game_id}-{number}.zip"
    packed = service.disputes.bundle(game_id, number)
    return Response(packed, media_type="application/zip", headers={"Content-Disposition": name})


@router.get(
    "/evidence",
    summary="The time line of a game’s pictures",
    responses=answer("EvidenceAnswer", "Oldest first.", {"evidence": [SHOT], "full": None}),
)
@needs(Permission.SEE_PICTURES)
def list_evidence(game_id: GameId, service: Service) -> dict[str, Any]:
    """Every picture that was kept: its hash, when and why it was taken, and the entries (`seq`) that name it.

    `kept` is false once a picture was deleted to make room. One that is `held` in a dispute never is.
    """
    events = service.ledger.find(game_id).record.events
    named: dict[str, list[int]] = {}
    for event in events:
        for sha256 in event.frames:
            named.setdefault(sha256, []).append(event.seq)
    line = service.evidence.line(game_id)
    rows = [
        {
            "sha256": shot.sha256,
            "time": shot.time,
            "why": shot.why,
            "seq": named.get(shot.sha256, []),
            "held": shot.held,
            "kept": shot.kept,
        }
        for shot in line
    ]
    return {"evidence": rows, "full": service.evidence.full}


@router.get(
    "/evidence/{sha256}",
    summary="A picture",
    response_class=Response,
    responses={**file("image/jpeg", "The picture."), **problems("no-such-picture")},
)
@needs(Permission.SEE_PICTURES)
def show_picture(game_id: GameId, sha256: Sha256, service: Service) -> Response:
    """A picture of this game as a JPEG."""
    service.store.load(game_id)
    picture = service.evidence.load(sha256) if service.evidence.about(game_id, sha256) is not None else None
    if picture is None:
        raise Problem("no-such-picture", Said("the picture {what}… is not there", what=sha256[:12]))
    return Response(picture, media_type="image/jpeg")
