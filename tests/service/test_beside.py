"""Who sits beside a followed table is in no bundle and no back-up, and is seen by whoever watches."""

import io
import zipfile
from contextlib import closing

import cv2
import numpy as np
import pytest
from page_browsing import Browsing, browser, shot
from page_table import served
from service_help import LIMIT
from test_review import film, filmed

from service.app import assemble
from service.commands.review import run
from service.settings import Settings
from service.store.backup import save

FACE = (slice(560, 720), slice(0, 160))
"""Where somebody sits: the lower left corner."""
SHARP, COARSE = 60.0, 15.0
"""How much neighbours differ in a face as it was filmed, and in one that is made coarse."""


def with_face(frame):
    """A frame with a face beside its table."""
    pixels = frame.copy()
    cv2.ellipse(pixels, (80, 640), (60, 76), 0, 0, 360, (130, 160, 210), -1)
    for x in (56, 104):
        cv2.circle(pixels, (x, 622), 8, (20, 20, 20), -1)
    cv2.ellipse(pixels, (80, 668), (26, 12), 0, 0, 180, (30, 30, 90), 5)
    return pixels


def detail(picture):
    """How much neighbouring pixels differ where the face is, grey levels; of a JPEG."""
    grey = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_GRAYSCALE)[FACE].astype(float)
    return np.abs(np.diff(grey, axis=1)).max()


def pictures_in(pack):
    with zipfile.ZipFile(pack) as opened:
        return [opened.read(name) for name in opened.namelist() if name.endswith(".jpg")]


@pytest.mark.parametrize("given", [{}, {"evidence_beside": "keep"}], ids=["by default", "where all is kept"])
def test_bundles_and_back_ups_have_no_face_unless_somebody_wants_that(tmp_path, given):
    source = tmp_path / "film"
    source.mkdir()
    for number, frame in enumerate(filmed(2.7, 4.8)):
        cv2.imwrite(str(source / f"{number}.png"), with_face(frame))
    settings = Settings(data=tmp_path / "data", **given)
    assert run(str(source), "stackernoos", settings, None, tmp_path / "record.jsonl") == 0
    with closing(assemble(settings)) as parts:
        game = parts.store.newest(1)[0].id
        ruling = parts.disputes.ask(game, "was move 2 legal?")
        assert ruling["answer"]["verdict"] == "upheld"
        bundle = pictures_in(io.BytesIO(parts.disputes.bundle(game, ruling["number"])))
        save(parts.store, parts.evidence, tmp_path / "all.zip")
    saved = pictures_in(tmp_path / "all.zip")
    assert len(bundle) >= 2
    assert len(saved) >= 2
    for picture in (*bundle, *saved):
        assert detail(picture) > SHARP if given else detail(picture) < COARSE


@pytest.mark.browser
def test_whoever_draws_the_table_s_edge_sees_what_is_beside_it(tmp_path):
    first, second = map(with_face, filmed(2.7, 4.8))
    source = film(tmp_path / "table.avi", [first] * 25 + [second] * 35)
    with served(tmp_path / "data", camera_film=source, phone_port=0) as (parts, where), browser() as chromium:
        it = Browsing(chromium, parts, where)
        page = it.page("/")
        page.locator("input[name=way][value=camera]").check(force=True)
        page.locator("#finder").wait_for()
        page.locator("#begin").click()
        page.locator("#move-2").wait_for(timeout=1000 * LIMIT)
        page.locator("[data-region-open]").click()
        drawn = page.locator("#region-shot image")
        assert detail(page.request.get(where.rstrip("/") + drawn.get_attribute("href")).body()) > SHARP
        shot(page, "region-whole")
        kept = [parts.evidence.load(each.sha256) for each in parts.evidence.line(parts.station.game)]
        assert len(kept) >= 2
        assert all(detail(each) < COARSE for each in kept)
        it.close()
