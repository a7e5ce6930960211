"""The guard before the server: which requests are answered, for whom, and when the server does not start at all."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
import streamlit as st
from starlette.types import Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.web.server.server_util import get_cookie_secret
from streamlit.web.server.starlette.starlette_app_utils import create_signed_value

from components.ui import access, server_guard
from components.ui.access_rules import AccessRules

NOW = 1_000_000.0
LOCAL = AccessRules()
OPEN = AccessRules(is_open=True)
SIGN_IN = AccessRules(needs_sign_in=True, addresses=frozenset({"reader@clinic.example"}))
READER = {"is_logged_in": True, "email": "reader@clinic.example", "email_verified": True, "exp": NOW + 60}
CLEARED = 200
COOKIE = "_streamlit_user"


def set_up(monkeypatch: pytest.MonkeyPatch, rules: AccessRules) -> SimpleNamespace:
    """Let these rules hold; return a clock that stands until a test moves it on."""
    clock = SimpleNamespace(now=NOW)
    monkeypatch.setattr(access, "rules", lambda: rules)
    monkeypatch.setattr(server_guard, "time", SimpleNamespace(time=lambda: clock.now))
    return clock


def cookie(user: dict[str, Any] | None, secret: str | None = None) -> str:
    """Return the header of a browser that a provider sent back as this user."""
    if user is None:
        return ""
    return f"{COOKIE}={create_signed_value(secret or get_cookie_secret(), COOKIE, json.dumps(user)).decode()}"


def request(
    path: str, kind: str = "http", cookies: str = "", host: str = "localhost:8501", to: str = "127.0.0.1"
) -> Scope:
    headers = [(b"host", host.encode()), (b"cookie", cookies.encode())]
    return {"type": kind, "path": path, "headers": headers, "method": "GET", "query_string": b"", "server": (to, 8501)}


def answer(scope: Scope, sent: Sequence[Message] = (), seen: list[Scope] | None = None) -> tuple[int, list[Message]]:
    """Return the status of an answer and what the app behind the guard was given of the messages sent.

    What the app was asked is put into `seen`.
    """
    given: list[Message] = []
    answers: list[Message] = []
    waiting = iter(sent)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if seen is not None:
            seen.append(scope)
        for _ in sent:
            given.append(await receive())
        await send({"type": "http.response.start", "status": CLEARED})

    async def receive() -> Message:
        message = next(waiting)
        if "then" in message:
            message["then"]()
        return message

    async def send(message: Message) -> None:
        answers.append(message)

    asyncio.run(server_guard.Guard(app)(scope, receive, send))
    return answers[0].get("status", 403), given  # a websocket that is closed before it opens is answered 403


@pytest.mark.parametrize(
    ("path", "rules", "user", "expected"),
    [
        pytest.param("/media/film.jpg", SIGN_IN, READER, CLEARED, id="a film, reader"),
        pytest.param("/media/film.jpg", SIGN_IN, None, 401, id="a film, nobody"),
        pytest.param("/media/film.jpg", SIGN_IN, READER | {"exp": NOW}, 401, id="a film, sign-in ended"),
        pytest.param("/media/film.jpg", SIGN_IN, READER | {"email": "a@evil.example"}, 403, id="a film, stranger"),
        pytest.param("/media/film.jpg", SIGN_IN, READER | {"email_verified": False}, 403, id="a film, unverified"),
        pytest.param("/_stcore/upload_file/s/f", SIGN_IN, None, 401, id="an upload, nobody"),
        pytest.param("/_stcore/metrics", SIGN_IN, None, 401, id="how busy the server is, nobody"),
        pytest.param("/_stcore/agent/interact", SIGN_IN, None, 401, id="what programs drive the app with, nobody"),
        pytest.param("/_stcore/yet-to-come", SIGN_IN, None, 401, id="what Streamlit may add one day, nobody"),
        pytest.param("/_stcore/streams", SIGN_IN, None, 401, id="what begins like an open address, nobody"),
        pytest.param("/_stcore/health", SIGN_IN, None, CLEARED, id="whether it lives"),
        pytest.param("/_stcore/host-config", SIGN_IN, None, CLEARED, id="what the sign-in page needs"),
        pytest.param("/gallery", SIGN_IN, None, CLEARED, id="Streamlit's own page without content"),
        pytest.param("/auth/login", SIGN_IN, None, CLEARED, id="the way to the provider"),
        pytest.param("/oauth2callback", SIGN_IN, None, CLEARED, id="the way back"),
        pytest.param("/media/film.jpg", LOCAL, None, CLEARED, id="a film, no sign-in set up"),
        pytest.param("/media/film.jpg", OPEN, None, CLEARED, id="a film, open to everyone"),
    ],
)
def test_who_gets_what(
    path: str, rules: AccessRules, user: dict[str, Any] | None, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(monkeypatch, rules)
    assert answer(request(path, cookies=cookie(user)))[0] == expected


@pytest.mark.parametrize(
    "cookies",
    [
        pytest.param(cookie(READER, "a guess"), id="signed with another secret"),
        pytest.param(f"{COOKIE}={json.dumps(READER)}", id="not signed"),
        pytest.param(f"{COOKIE}_1={cookie(READER).partition('=')[2]}", id="signed for another name"),
        pytest.param(f"{COOKIE}=", id="empty"),
    ],
)
def test_a_forged_cookie_is_none(cookies: str, monkeypatch: pytest.MonkeyPatch) -> None:
    set_up(monkeypatch, SIGN_IN)
    assert answer(request("/media/film.jpg", cookies=cookies))[0] == 401


@pytest.mark.parametrize(
    ("base", "root", "path"),
    [
        pytest.param("", "", "/media/film.jpg", id="none"),
        pytest.param("films", "", "/films/media/film.jpg", id="the app's"),
        pytest.param("/films/", "", "/films/media/film.jpg", id="the app's, with slashes"),
        pytest.param("", "/films", "/films/media/film.jpg", id="the server's"),
        pytest.param("", "", "//media/film.jpg", id="two slashes"),
    ],
)
def test_a_base_path_is_no_way_round(base: str, root: str, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    set_up(monkeypatch, SIGN_IN)
    options = {"server.baseUrlPath": base}
    monkeypatch.setattr(st, "get_option", options.__getitem__)
    assert answer({**request(path), "root_path": root})[0] == 401


@pytest.mark.parametrize(
    ("rules", "host", "to", "expected"),
    [
        pytest.param(LOCAL, "localhost:8501", "127.0.0.1", CLEARED, id="by name"),
        pytest.param(LOCAL, "[::1]:8501", "::1", CLEARED, id="by IPv6 address"),
        pytest.param(LOCAL, "localhost", "192.168.1.7", 403, id="from the network, under a borrowed name"),
        pytest.param(LOCAL, "films.example", "127.0.0.1", 403, id="through a proxy, or a name that points here"),
        pytest.param(LOCAL, "[bad", "127.0.0.1", 403, id="a name that is none"),
        pytest.param(OPEN, "films.example", "192.168.1.7", CLEARED, id="open to everyone"),
        pytest.param(SIGN_IN, "films.example", "192.168.1.7", CLEARED, id="sign-in"),
    ],
)
@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_without_sign_in_only_this_computer_is_answered(
    rules: AccessRules, host: str, to: str, expected: int, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(monkeypatch, rules)
    path = "/" if kind == "http" else "/_stcore/stream"
    assert answer(request(path, kind, host=host, to=to))[0] == expected


def test_what_is_asked_for_after_the_end_is_a_plain_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """No callback of that time reaches the app; what follows does: it is the button of the sign-in page."""
    clock = set_up(monkeypatch, SIGN_IN)
    before, sign_in = ({"type": "websocket.receive", "bytes": words} for words in (b"before", b"sign in"))
    save = {"type": "websocket.receive", "bytes": b"save", "then": lambda: setattr(clock, "now", NOW + 60)}
    leave = {"type": "websocket.disconnect"}
    _, given = answer(request("/_stcore/stream", "websocket", cookie(READER)), [before, save, sign_in, leave])
    asked = BackMsg.FromString(given[1]["bytes"])
    assert (asked.WhichOneof("type"), asked.rerun_script.ByteSize()) == ("rerun_script", 0)
    assert [given[0], *given[2:]] == [before, sign_in, leave]


def test_leaving_after_the_end_is_leaving(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = set_up(monkeypatch, SIGN_IN)
    leave = {"type": "websocket.disconnect", "then": lambda: setattr(clock, "now", NOW + 60)}
    assert answer(request("/_stcore/stream", "websocket", cookie(READER)), [leave])[1] == [leave]


@pytest.mark.parametrize(
    ("user", "expected"),
    [
        pytest.param(READER, b"streamlit, token, session", id="reader"),
        pytest.param(READER | {"exp": NOW}, b"streamlit, token", id="sign-in ended"),
        pytest.param(None, b"streamlit, token", id="nobody"),
    ],
)
def test_only_a_reader_takes_a_session_up_again(
    user: dict[str, Any] | None, expected: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(monkeypatch, SIGN_IN)
    scope = request("/_stcore/stream", "websocket", cookie(user))
    scope["headers"].append((b"sec-websocket-protocol", b"streamlit, token, session"))
    seen: list[Scope] = []
    answer(scope, seen=seen)
    assert dict(seen[0]["headers"])[b"sec-websocket-protocol"] == expected


def test_a_visitor_keeps_the_websocket_of_the_sign_in_page(monkeypatch: pytest.MonkeyPatch) -> None:
    set_up(monkeypatch, SIGN_IN)
    message = {"type": "websocket.receive", "bytes": b"sign in"}
    assert answer(request("/_stcore/stream", "websocket"), [message]) == (CLEARED, [message])


SAFE = {"server.address": "localhost", "server.enableXsrfProtection": True, "server.trustedUserHeaders": {}}
NETWORK = "0.0.0.0"  # noqa: S104


@pytest.mark.parametrize(
    ("rules", "options", "words"),
    [
        pytest.param(LOCAL, {}, "", id="this computer"),
        pytest.param(LOCAL, {"server.address": NETWORK}, "CXR_OPEN_TO_NETWORK=1", id="the network"),
        pytest.param(LOCAL, {"server.address": None}, NETWORK, id="no address, which is all of them"),
        pytest.param(OPEN, {"server.address": NETWORK}, "", id="the network, told so"),
        pytest.param(SIGN_IN, {"server.address": NETWORK}, "", id="the network, with sign-in"),
        pytest.param(SIGN_IN, {"server.enableXsrfProtection": False}, "enableXsrfProtection", id="no cookie is read"),
        pytest.param(SIGN_IN, {"server.trustedUserHeaders": {"X-Mail": "email"}}, "trustedUserHeaders", id="headers"),
    ],
)
def test_the_server_starts_only_where_it_is_safe(
    rules: AccessRules, options: dict[str, Any], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(monkeypatch, rules)
    monkeypatch.setattr(st, "get_option", (SAFE | options).__getitem__)
    monkeypatch.setattr(server_guard, "is_on", False)
    if words:
        with pytest.raises(SystemExit, match="Not started"):
            server_guard.middleware()
        assert words in server_guard.unsafe_start()
    else:
        assert len(server_guard.middleware()) == 1
    assert server_guard.is_on is (not words)
