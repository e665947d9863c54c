"""The page that tells what is kept of whom, by the settings of this very server."""

import html

import httpx
import pytest
from page_browsing import LOOKS, browsing, fits, shot, violations
from service_help import serving

from service.access.caller import Caller
from service.access.roles import Role
from service.access.tokens import new_secret
from service.page.language import languages
from service.page.privacy import days
from service.settings import Settings


def told(where, **headers):
    answer = httpx.get(f"{where}privacy", headers=headers)
    assert answer.status_code == 200
    return html.unescape(answer.text)


@pytest.mark.parametrize("code", languages())
def test_it_tells_the_settings_of_this_server(tmp_path, code):
    t = languages()[code]
    with serving(Settings(data=tmp_path)) as (_, where):
        usual = told(where, **{"accept-language": code})
    set_otherwise = Settings(data=tmp_path, evidence_days=9.25, evidence_beside="keep", max_evidence_bytes=7 * 10**9)
    with serving(set_otherwise) as (_, where):
        other = told(where, **{"accept-language": code})
    blur, keep = t("privacy.pictures.blur"), t("privacy.pictures.keep")
    assert [(blur in text, keep in text) for text in (usual, other)] == [(True, False), (False, True)]
    long = days(9.25, t)
    assert [long in text for text in (usual, other)] == [False, True]
    assert t("privacy.pictures.room", size=t.tenths(7.0)) in other
    assert t("privacy.pictures.room", size=t.tenths(4.294967296)) in usual
    assert [str(tmp_path) in text for text in (usual, other)] == [True, True]


def test_where_the_files_lie_is_for_the_host_and_a_guest_is_told_to_ask(tmp_path):
    t = languages()["en"]
    with serving(Settings(data=tmp_path)) as (parts, where):
        secret = new_secret()
        parts.tokens.keep(secret, Caller(Role.SPECTATOR, "", None))
        guest = told(where, authorization=f"Bearer {secret.text}")
    assert str(tmp_path) not in guest
    assert t("privacy.computer") in guest
    assert t("privacy.ask") in guest
    assert 'href="/players"' not in guest


def test_a_database_and_a_storage_are_named_by_no_address(tmp_path):
    pytest.importorskip("fsspec")
    t = languages()["en"]
    secret = f"sqlite:///{tmp_path}/hidden.db"
    with serving(Settings(data=tmp_path, database_url=secret, evidence_url=f"file://{tmp_path}/aside")) as (_, where):
        text = told(where)
    assert t("privacy.database") in text
    assert t("privacy.storage") in text
    assert not [each for each in ("hidden.db", "aside") if each in text]


@pytest.mark.parametrize("path", ["/", "/history", "/players", "/devices", "/tournaments", "/tables"])
def test_it_is_linked_from_the_foot_of_pages(client, path):
    assert 'href="/privacy"' in client.get(path).text


@pytest.mark.browser
@pytest.mark.parametrize(
    ("width", "scheme", "locale", "rules"),
    [(360, "dark", "sv-SE", LOOKS), (1280, "light", "en-GB", None), (360, "light", "fi-FI", LOOKS)],
)
def test_it_can_be_read_by_everybody(tmp_path, width, scheme, locale, rules):
    with browsing(tmp_path) as it:
        page = it.page("/privacy", width=width, color_scheme=scheme, locale=locale)
        page.locator(".top h1").wait_for()
        fits(page, width)
        assert violations(page, rules) == []
        shot(page, f"privacy-{locale}-{width}-{scheme}", full_page=True)
