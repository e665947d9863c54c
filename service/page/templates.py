"""The page's templates; every text that comes from outside is escaped."""

import functools
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import Depends
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, FunctionLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse

from engine.bots import FIRST
from service.access.caller import HOST, Caller
from service.access.guard import caller_of
from service.access.roles import Permission
from service.capture.capture import SILENT, STOPPED
from service.disputes.question import LANGUAGES, LONGEST
from service.page import games
from service.page.files import GAMES, address
from service.page.language import COOKIE, QUERY, Language, chosen, english, languages
from service.page.observation import TO_DO
from service.page.plays import told_of
from service.page.reasons import translated
from service.page.reasons.lines import begun
from service.page.rules.book import title as rule_title
from service.page.seats import name, names, scored, sign
from service.parts import Parts, parts_of
from service.phone.inbox import JOIN, JOINED
from service.player_names import called
from service.seats import spoken
from service.store.entry import Entry

HERE: Final = Path(__file__).parent
THEME: Final = "tableside_theme"
THEMES: Final = ("light", "dark")
_WHOLE: Final = re.compile(r"(?<![\w-])(\d+-\d+|[A-Z]+(?:-[A-Z]+)?-\d+|[SML]+/\d+)(?![\w-])")
"""A domino, a rule id, a stone tile."""
SOURCE: Final = "/source"
YEAR: Final = 365 * 24 * 3600


@functools.cache
def _environment() -> Environment:
    loader = ChoiceLoader([FileSystemLoader(HERE / "html"), FunctionLoader(_of_game)])
    made = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # else each page asks the disk whether one of its templates has changed
    )
    made.globals["static"] = address
    made.globals["styles"] = _styles
    made.globals["P"] = Permission
    made.globals["TO_DO"] = TO_DO
    made.globals["source"] = SOURCE
    made.globals["longest_question"] = LONGEST
    made.globals["languages"] = lambda: languages().values()
    made.globals["asked_in"] = _asked_in
    made.globals["seat_name"] = name
    made.globals["seat_sign"] = sign
    made.globals["scored"] = scored
    made.globals["line_words"] = translated
    made.globals["rule_title"] = rule_title
    made.filters["ticked"] = _ticked
    made.globals["join_line"] = JOIN
    made.globals["few_games"] = FIRST
    made.globals["phone_lines"] = (JOIN, JOINED, SILENT, STOPPED)
    made.filters["begun"] = begun
    made.filters["players"] = spoken
    made.filters["unbroken"] = _unbroken
    made.filters["linked"] = _linked
    return made


def _asked_in() -> str:
    """The languages in which a dispute can be asked in words, by their own names."""
    return ", ".join(languages()[code]("language.name") for code in LANGUAGES if code in languages())


def _of_game(name: str) -> str | None:
    """The template of a game by its name, `games/NAME.html`; None where there is none."""
    folder, _, file = name.partition("/")
    path = games.file(file) if folder == GAMES else None
    return None if path is None else path.read_text(encoding="utf-8")


def _styles(of: str | None = None) -> tuple[str, ...]:
    """The addresses of the styles of a game's drawing; without a name, those of all games."""
    named = [f"{name}.css" for name in games.pages() if of in {None, name}]
    return tuple(address(f"{GAMES}/{name}") for name in named if games.file(name))


def _ticked(text: str) -> Markup:
    """The text with what stands between backticks as code."""
    parts = [escape(part) for part in text.split("`")]
    return Markup("").join(Markup("<code>{}</code>").format(part) if n % 2 else part for n, part in enumerate(parts))


def _unbroken(text: str) -> Markup:
    """The text with names of pieces and of rules that no line break divides."""
    parts = _WHOLE.split(text)
    return Markup("").join(
        Markup('<span class="whole">{}</span>').format(p) if n % 2 else p for n, p in enumerate(parts)
    )


def _linked(rules: Iterable[str]) -> Markup:
    """Rule ids, each a link to where the rule is told."""
    link = Markup('<a href="/rules/{0}">{0}</a>')
    return Markup(" · ").join(link.format(rule) for rule in rules)


def render(template: str, language: Language | None = None, theme: str = "", **context: Any) -> str:
    """A template, filled in: in English and in the browser's own scheme of colours if nothing else is said."""
    t = language or english()
    given = {"t": t, "theme": theme, "who": HOST, **context}
    may = given["who"].may
    given |= {"may": may, "start_page": "/start" if may(Permission.OPEN_GAME) else "/"} | given
    return _environment().get_template(template).render(given)


@dataclass(frozen=True, slots=True)
class Page:
    """How a request wants its page: its language, `light`, `dark` or "" for the browser's own; `who` asks."""

    language: Language
    theme: str
    switched: bool
    who: Caller = HOST

    def at(self, parts: Parts, game: str) -> "Page":
        """The same, with the names of those who play a game."""
        sitters = parts.players.of(game).values()
        signs = {each.seat: each.shape for each in sitters}
        colours = {each.seat: each.colour for each in sitters}
        known = names(parts, game, self.language)
        return replace(self, language=replace(self.language, names=known, signs=signs, colours=colours))

    def of(self, entry: Entry) -> "Page":
        """The same, with names for what lies on a game's table now."""
        return replace(self, language=told_of(entry.game, entry.replay.state, self.language))

    def answer(self, template: str, **context: Any) -> HTMLResponse:
        """A template as an answer; a language that the address named is remembered."""
        text = render(template, self.language, self.theme, who=self.who, **context)
        made = HTMLResponse(called(text, self.language.names, lambda name: str(escape(name))))
        made.headers["Vary"] = "Accept-Language, Cookie"
        if self.switched:
            made.set_cookie(COOKIE, self.language.code, max_age=YEAR, samesite="lax")
        return made


def page_of(request: Request) -> Page:
    """How this request wants its page."""
    theme = request.cookies.get(THEME, "")
    switched = request.query_params.get(QUERY) in languages()
    theme = theme if theme in THEMES else ""
    page = Page(chosen(request), theme, switched, caller_of(request))
    game = request.path_params.get("id") if "/games/" in request.url.path else None
    return page if game is None else page.at(parts_of(request), str(game))


View = Annotated[Page, Depends(page_of)]
"""A parameter of an endpoint: how its page is wanted."""
