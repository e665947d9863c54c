"""What a browser shows where its address leads nowhere; programs get the problem document."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from service.page.templates import page_of

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from service.problems import Problem

FOR_PROGRAMS: Final = "/api/"
"""Below it every answer is for programs, whoever asks."""
SAID: Final = frozenset({HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED})
"""Of these the title and what to do say all that people need; the problem's own line would repeat them."""


def refused_page(request: Request, problem: Problem) -> Response | None:
    """The problem as a page, for a request that wants one; None for all others."""
    if "text/html" not in request.headers.get("accept", "") or request.url.path.startswith(FOR_PROGRAMS):
        return None
    page = page_of(request)
    name = problem.kind.type.rpartition("/")[2]
    if name == "not-paired" and request.method == "GET":  # what is to be done comes at once
        answer = page.answer("pair.html")
    else:
        detail = "" if problem.kind.status in SAID else problem.detail
        answer = page.answer("refused.html", name=name, detail=detail, technical=problem.technical)
    answer.status_code = problem.kind.status
    return answer
