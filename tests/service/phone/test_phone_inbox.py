"""Who may send pictures, what they may be, and what the camera's health says of them."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace

import cv2
import numpy as np
import pytest
from service_help import LIMIT, eventually

from service.access.attempts import TooMany
from service.access.pairing import TRIES
from service.access.tokens import Tokens
from service.capture.capture import STOPPED, Capture, CaptureSettings
from service.capture.source import find_source
from service.page.language import english
from service.page.reasons import translated
from service.phone.inbox import JOIN, JOINED, LASTS, Inbox, NotJoined
from service.store.store import Store
from vision import PhotoError

PATIENT = replace(CaptureSettings(), silent=LIMIT)
HERE = "192.168.1.7"
QUICK = replace(CaptureSettings(), silent=1.0)


def jpeg(grey=120, size=(320, 180)):
    frame = np.full((size[1], size[0], 3), grey, np.uint8)
    cv2.rectangle(frame, (20, 20), (90, 60), (250, 250, 250), -1)
    return cv2.imencode(".jpg", frame)[1].tobytes()


def test_a_code_lets_one_phone_in_and_the_next_sends_it_away():
    inbox = Inbox()
    first_code = inbox.invite()[0]
    first = inbox.join(first_code)
    inbox.check(first)
    with pytest.raises(NotJoined, match="scan"):
        inbox.join(first_code)
    second = inbox.join(inbox.invite()[0])
    with pytest.raises(NotJoined, match="Another phone"):
        inbox.check(first)
    inbox.check(second)


def test_a_code_tells_whether_a_phone_has_joined_by_it_and_sends():
    now = [0.0]
    inbox = Inbox(lambda: now[0])
    assert inbox.state(inbox.number) == "over"
    code, _ = inbox.invite()
    first = inbox.number
    assert inbox.state(first) == "open"
    session = inbox.join(code)
    assert (inbox.state(first), inbox.invitation) == ("joined", JOINED)
    inbox.put(session, jpeg())
    assert inbox.state(first) == "sends"
    inbox.invite()
    assert inbox.state(inbox.number) == "open"
    now[0] += LASTS
    assert inbox.state(inbox.number) == "over"
    inbox.join(inbox.invite()[0])
    assert [inbox.state(n) for n in (first, inbox.number)] == ["over", "joined"]  # another phone sends from now on


def test_nobody_sends_without_having_joined():
    inbox = Inbox()
    for session in ("", "guessed", inbox.invite()[0]):
        with pytest.raises(NotJoined):
            inbox.put(session, jpeg())
    assert inbox.last is None


def test_what_is_no_picture_is_refused_and_changes_nothing():
    inbox = Inbox()
    session = inbox.join(inbox.invite()[0])
    for data in (b"", b"no picture", jpeg()[:200]):
        with pytest.raises(PhotoError):
            inbox.put(session, data)
    assert inbox.last is None


def test_a_phone_s_frames_come_out_of_the_capture():
    source = find_source("phone")
    with Capture(source, PATIENT) as capture:
        assert capture.next(0.01) is None
        assert capture.health.state == "waiting"
        assert capture.health.detail == JOIN
        session = source.inbox.join(source.inbox.invite()[0])
        for grey in range(100, 130, 10):
            source.inbox.put(session, jpeg(grey))
        frame = capture.next(LIMIT)
        assert frame.pixels.shape == (180, 320, 3)
        assert abs(int(frame.pixels[170, 300, 0]) - 120) < 4
        assert (capture.seen, capture.dropped) == (1, 2)
        assert capture.health.state == "ok"
        assert capture.process is None


def test_a_phone_that_falls_silent_or_hangs_is_told_and_comes_back():
    source = find_source("phone")
    with Capture(source, QUICK) as capture:
        session = source.inbox.join(source.inbox.invite()[0])
        began = time.monotonic()
        while capture.health.state != "retrying" and time.monotonic() - began < LIMIT:
            source.inbox.put(session, jpeg())  # the same again and again
            capture.next(0.02)
        assert 1.0 <= time.monotonic() - began < LIMIT
        assert "unlock" in capture.health.detail

        def comes_back():
            source.inbox.put(session, jpeg(80))
            return capture.next(LIMIT) is not None and capture.health.state == "ok"

        eventually(comes_back, "the phone")


def test_a_phone_that_was_stopped_says_so_at_once_and_goes_on_with_its_next_picture():
    """It was told to be unlocked, seconds later."""
    source = find_source("phone")
    with Capture(source, PATIENT) as capture:
        session = source.inbox.join(source.inbox.invite()[0])
        with pytest.raises(NotJoined):
            source.inbox.stop("guess")
        source.inbox.put(session, jpeg())
        capture.next(LIMIT)
        source.inbox.stop(session)
        assert capture.next(0) is None
        assert (capture.health.state, capture.health.detail) == ("retrying", STOPPED)
        assert translated(STOPPED, english()).startswith(
            "The phone stopped its camera: press “Start the camera” on the phone"
        )
        source.inbox.put(session, jpeg(80))
        capture.next(LIMIT)
        assert capture.health.state == "ok"


def test_a_phone_that_is_in_opens_its_old_address_as_often_as_it_likes():
    """Each time counted as a wrong code, so that a new one was refused, too."""
    inbox = Inbox()
    code = inbox.invite()[0]
    session = inbox.join(code, HERE)
    assert [inbox.join(code, HERE, session) for _ in range(TRIES[0] + 1)] == [session] * (TRIES[0] + 1)
    with pytest.raises(NotJoined):
        inbox.join(code, HERE, "guess")
    assert inbox.join(inbox.invite()[0], HERE, session) != session


def test_a_phone_that_sends_is_told_that_the_camera_was_closed():
    """Its page said for minutes that the computer did not answer."""
    inbox = Inbox()
    inbox.close()  # nobody is there to be told
    inbox = Inbox()
    session = inbox.join(inbox.invite()[0])
    inbox.put(session, jpeg())
    with ThreadPoolExecutor(1) as beside:
        end = beside.submit(inbox.close)
        eventually(lambda: inbox._closed, "the end")
        assert not end.done()
        with pytest.raises(NotJoined, match="closed at the computer"):
            inbox.put(session, jpeg())
        end.result(LIMIT)
    assert inbox._told.is_set()


def test_a_still_picture_is_shown_like_a_table_at_rest():
    source = find_source("phone")
    with Capture(source, PATIENT) as capture:
        source.inbox.put(source.inbox.join(source.inbox.invite()[0]), jpeg(), still=True)
        frames = [capture.next(LIMIT)]
        while frames[-1].time - frames[0].time <= 0.6 or len(frames) < 4:
            frames.append(capture.next(LIMIT))
        assert capture.health.state == "ok"


def test_a_large_picture_is_made_smaller():
    source = find_source("phone")
    with Capture(source, replace(PATIENT, max_pixels=20_000)) as capture:
        source.inbox.put(source.inbox.join(source.inbox.invite()[0]), jpeg())
        height, width, _ = capture.next(LIMIT).pixels.shape
        assert height * width <= 20_000


def test_a_capture_that_has_ended_takes_nothing_more():
    source = find_source("phone")
    with Capture(source, PATIENT):
        session = source.inbox.join(source.inbox.invite()[0])
    source.inbox.put(session, jpeg())


def test_a_code_ends_after_ten_minutes_and_another_takes_its_place():
    now = [0.0]
    inbox = Inbox(lambda: now[0])
    code, word = inbox.invite()
    assert inbox.invite() == (code, word)
    now[0] = 601.0
    with pytest.raises(NotJoined, match="scan"):
        inbox.join(code)
    assert inbox.invite()[0] != code


def test_the_host_sends_the_camera_away(tmp_path):
    with closing(Store(f"sqlite:///{tmp_path / 'tableside.db'}")) as store:
        now, tokens = [0.0], Tokens(store)
        inbox = Inbox(lambda: now[0])
        inbox.tokens = tokens
        session = inbox.join(inbox.invite()[0])
        (listed,) = tokens.all().values()
        assert (listed.caller.role, listed.word) == ("camera", inbox.word)
        inbox.check(session)
        tokens.revoke(listed.id)
        now[0] = 2.0
        with pytest.raises(NotJoined, match="sent away"):
            inbox.put(session, jpeg())
        again = inbox.join(inbox.invite()[0])
        inbox.check(again)
        inbox.leave()
        assert tokens.all() == {}


def test_codes_are_not_tried_out_and_who_guesses_keeps_nobody_else_out():
    inbox = Inbox()
    with pytest.raises(TooMany):
        for n in range(50):
            with pytest.raises(NotJoined):
                inbox.join(f"guess {n}", "eve")
    assert inbox.join(inbox.invite()[0], "ada")
