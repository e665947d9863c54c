"""How people ask in words: patterns of each language, tried in their order, and what each of them asks about.

A pattern names its parts: `seq`, a move by its number; `right` or `wrong`, what is claimed of it; `what`, a piece or
place, and `claim`, what is said to be so; `seat`, as the record counts, or `player`, as people do; `first` and `second`
with `before` or `after` between them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

MOVE: Final = "move"
UNDER: Final = "under"
SCORE: Final = "score"
ORDER: Final = "order"

_NTH: Final = r"(?:(?:move|event|play|turn|drag|draget)\s*(?:no\.?|nr\.?|number|nummer)?\s*#?\s*(?P<{name}>\d{{1,9}}))"
_SEQ: Final = _NTH.format(name="seq")
_SEAT: Final = r"(?:(?:seat\s*(?P<seat>\d{1,2}))|(?:(?:player|spelare)\s*(?P<player>\d{1,2})))"

_LAST: Final = r"(?:that|this|it|(?:the|that|this|my|her|his|their)?\s*(?:last\s*)?(?:move|play|turn))"
_RIGHT: Final = r"(?P<right>legal|allowed|valid|right|correct|fair|ok|okay)"
_WRONG: Final = r"(?P<wrong>illegal|not allowed|not legal|invalid|wrong|against the rules|a foul|cheating)"
_BE: Final = r"(?:is|was|were|are)"
_BELOW: Final = r"(?:under|below|beneath|underneath)"
_ENGLISH: Final = (
    (rf"{_BE}\s+(?:{_SEQ}|{_LAST})\s+(?:{_RIGHT}|{_WRONG})", MOVE),
    (rf"what\s+(?:lay|lies|is|was|lie|laid)\s+{_BELOW}\s+(?:the\s+)?(?P<what>\S.*?)(?:\s+after\s+{_SEQ})?", UNDER),
    (rf"{_BE}\s+(?:the\s+)?(?P<claim>\S.*?)\s+{_BELOW}\s+(?:the\s+)?(?P<what>\S.*)", UNDER),
    (rf"did\s+(?:the\s+)?(?P<claim>\S.*?)\s+lie\s+{_BELOW}\s+(?:the\s+)?(?P<what>\S.*)", UNDER),
    (
        rf"{_BE}\s+(?:the\s+|my\s+)?(?:{_SEAT}'?s?\s+)?(?:score|total|points)\s+(?:right|correct|wrong|ok)",
        SCORE,
    ),
    (rf"{_BE}\s+(?:the\s+)?(?:score|total|points)\s+of\s+{_SEAT}\s+(?:right|correct|wrong|ok)", SCORE),
    (rf"(?:does|has|did)\s+{_SEAT}\s+(?:really\s+)?(?:have|had)\s+(?P<claim>-?\d{{1,6}})\s*(?:points?)?", SCORE),
    (r"(?:did|was|were|is|has)\s+(?P<first>\S.*?)\s+(?:(?P<before>before)|after)\s+(?P<second>\S.*)", ORDER),
)

_SENASTE: Final = r"(?:det\s+där|detta|det|(?:det|mitt|hennes|hans|deras)?\s*(?:senaste|sista)?\s*drag(?:et)?)"
_TILLATET: Final = r"(?P<right>tillåtet|lagligt|giltigt|rätt|ok|okej|korrekt)"
_OTILLATET: Final = r"(?P<wrong>otillåtet|inte tillåtet|olagligt|ogiltigt|fel|mot reglerna|fusk)"
_POANG: Final = r"(?:ställningen|poängen|summan|poängställningen)"
_SWEDISH: Final = (
    (rf"(?:är|var)\s+(?:{_SEQ}|{_SENASTE})\s+(?:{_TILLATET}|{_OTILLATET})", MOVE),
    (rf"bröt\s+(?:{_SEQ}|{_SENASTE})\s+(?P<wrong>mot\s+reglerna)", MOVE),
    (rf"vad\s+(?:låg|ligger|är|var)\s+under\s+(?P<what>\S.*?)(?:\s+efter\s+{_SEQ})?", UNDER),
    (r"(?:låg|ligger|är|var)\s+(?P<claim>\S.*?)\s+under\s+(?P<what>\S.*)", UNDER),
    (rf"(?:stämmer|är|var)\s+{_POANG}(?:\s+(?:för|hos)\s+{_SEAT})?(?:\s+(?:rätt|fel|korrekt|riktig))?", SCORE),
    (rf"(?:stämmer|är|var)\s+{_SEAT}[:’']?s?\s+(?:poäng|summa)(?:\s+(?:rätt|fel|korrekt|riktig))?", SCORE),
    (rf"(?:har|hade|fick)\s+{_SEAT}\s+(?:verkligen\s+)?(?P<claim>-?\d{{1,6}})\s*(?:poäng)?", SCORE),
    (
        (
            r"(?:kom|var|är|låg|spelades|lades|(?=föll|rasade))\s*(?P<first>\S.*?)\s+(?:(?P<before>före|innan)|efter)"
            r"\s+(?P<second>\S.*)"
        ),
        ORDER,
    ),
)
PHRASES: Final[Mapping[str, tuple[tuple[re.Pattern[str], str], ...]]] = {
    code: tuple((re.compile(pattern, re.IGNORECASE), about) for pattern, about in phrases)
    for code, phrases in (("en", _ENGLISH), ("sv", _SWEDISH))
}
"""The patterns of each language by its code, and what they ask about."""
NUMBERED: Final = re.compile(rf"(?:the\s+)?{_NTH.format(name='n')}(?:\s+.*)?", re.IGNORECASE)
"""A move by its number."""
FILLING: Final = re.compile(
    r"^(?:(?:domino|tile|card|piece|row|the|brickan?|dominon|kortet|biten|raden)\s+)+", re.IGNORECASE
)
"""Words before the name of a piece that carry nothing."""
STACK: Final = re.compile(r"\b(?:stack|stapel)\s+(\d{1,3})(?![\d-])", re.IGNORECASE)
"""A stack as people count them."""
