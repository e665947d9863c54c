"""Why the rules refuse a move, and what pictures say of one, in the reader's language.

The engine and the disputes say it in English, and that is shown as it is. Other languages have a file here each: a
sentence for the stable name of each refusal, and one for each line on pictures.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from service.page.language import DEFAULT
from service.page.said import in_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.page.language import Language

FOLDER: Final = Path(__file__).parent


def refused(name: str, reason: str, t: Language) -> str:
    """Why the rules refuse a move: the engine's own sentence, or that of its name in another language."""
    return _texts(t.code)["refused"].get(name) or in_words(reason)


def of_pictures(why: str, t: Language) -> str:
    """What pictures say of a move; in a language that has no words for it, that they do not settle it."""
    return in_words(why) if t.code == DEFAULT else _texts(t.code)["pictures"].get(why, t("verdict.unclear"))


@functools.cache
def _texts(code: str) -> Mapping[str, Mapping[str, str]]:
    if code == DEFAULT:
        return {"refused": {}, "pictures": {}}
    texts: dict[str, dict[str, str]] = json.loads((FOLDER / f"{code}.json").read_text(encoding="utf-8"))
    return texts
