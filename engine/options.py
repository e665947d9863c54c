"""House rules as data: every option has a default, the values that it takes, and the rulings that name it."""

from __future__ import annotations

import difflib
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any, TypeVar

from engine.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Accept = Callable[[object], object]


def option(default: Any, accept: Accept, *rules: str) -> Any:
    """A field of an `Options` class: its default, what it accepts, the rulings that it switches."""
    return field(default=default, metadata={"accept": accept, "rules": rules})


def one_of(*values: object) -> Accept:
    """Accepts exactly these values."""

    def accept(value: object) -> object:
        for known in values:
            if value == known and type(value) is type(known):
                return known
        raise ValueError("one of " + ", ".join(map(repr, values)))

    return accept


def whole(low: int, high: int) -> Accept:
    """Accepts the whole numbers from low to high, both included."""

    def accept(value: object) -> object:
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        raise ValueError(f"a whole number from {low} to {high}")

    return accept


def flag(value: object) -> object:
    """Accepts true and false."""
    if isinstance(value, bool):
        return value
    raise ValueError("true or false")


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game; each game adds its own with `option`. All have `players`."""

    players: int = option(4, whole(1, 99))

    def to_json(self) -> dict[str, Any]:
        """Every option with its value, in JSON types."""
        return {name: list(v) if isinstance(v, tuple) else v for name, v in asdict(self).items()}


O = TypeVar("O", bound=Options)  # noqa: E741 - the letter of the word


def read_options(kind: type[O], given: Mapping[str, object]) -> O:
    """The options of a game from JSON values; what is left out keeps its default.

    Raises `OptionError`, which names the option, what was expected and what came.
    """
    known = {f.name: f for f in fields(kind)}
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"did you mean {near[0]!r}?" if near else "known are " + ", ".join(sorted(known))
            raise OptionError(f"there is no option {name!r}; {hint}")
        try:
            values[name] = known[name].metadata["accept"](value)
        except ValueError as wrong:
            raise OptionError(f"option {name!r} takes {wrong}, not {value!r}") from None
    return kind(**values)
