"""House rules as data: every option has a default, the values that it takes, and the rulings that name it."""

from __future__ import annotations

import difflib
import json
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final, TypeVar

from engine.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Accept = Callable[[object], object]


@dataclass(frozen=True, slots=True)
class With:
    """What another option has to be for an option to count: one of these values."""

    name: str
    values: tuple[object, ...]

    def __str__(self) -> str:
        return f"{self.name}={' or '.join(json.dumps(value) for value in self.values)}"


def only_with(name: str, *values: object) -> With:
    """The option counts only where the option `name` has one of these values."""
    return With(name, values)


def option(default: Any, accept: Accept, *rules: str, only: With | None = None) -> Any:
    """A field of an `Options` class: its default, what it accepts, the rulings that it switches, with what it counts.

    An option that does not count is accepted, and changes nothing.
    """
    return field(default=default, metadata={"accept": accept, "rules": rules, "only": only})


@dataclass(frozen=True, slots=True)
class Among:
    """Accepts the values of a list, each of its own type: True is no 1."""

    values: Sequence[object]
    wanted: str

    def __call__(self, value: object) -> object:
        """The value; `ValueError` says what was wanted."""
        for known in self.values:
            if value == known and type(value) is type(known):
                return known
        raise ValueError(self.wanted)


def one_of(*values: object) -> Among:
    """Accepts exactly these values."""
    return Among(values, "one of " + ", ".join(map(repr, values)))


def whole(low: int, high: int) -> Among:
    """Accepts the whole numbers from low to high, both included."""
    return Among(range(low, high + 1), f"a whole number from {low} to {high}")


flag: Final = Among((False, True), "true or false")
"""Accepts true and false."""


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


def choices(kind: type[Options]) -> dict[str, Sequence[object]]:
    """The values that each option takes; one that takes other than a list of them, as counts by name, is not there."""
    accepts = {f.name: f.metadata["accept"] for f in fields(kind)}
    return {name: accept.values for name, accept in accepts.items() if isinstance(accept, Among)}


def conditions(kind: type[Options]) -> dict[str, With]:
    """What other options have to be for an option to count, by its name; one that always counts is not there."""
    return {f.name: f.metadata["only"] for f in fields(kind) if f.metadata["only"] is not None}
