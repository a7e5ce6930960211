"""Guards the server's own addresses, which Streamlit hands to everyone: films and downloads, uploads, the websocket.

Without sign-in only requests to this computer by its own name are answered, which also ends what a hostile page could
do by letting its name point here. With sign-in whatever carries data needs a reader's cookie, as `st.user` does.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import streamlit as st
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.auth_util import get_cookie_with_chunks
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.web.server.server_util import get_cookie_secret
from streamlit.web.server.starlette.starlette_app_utils import decode_signed_value
from streamlit.web.server.starlette.starlette_server_config import DEFAULT_SERVER_ADDRESS, USER_COOKIE_NAME

from components.ui import access
from components.ui.access_rules import (
    OPEN_TO_NETWORK,
    AccessRules,
    AccessSettingsError,
    Verdict,
    is_this_computer,
)

HEALTH = "_stcore/health"
_OPEN = (HEALTH, "_stcore/host-config", "_stcore/stream")
"""What a visitor needs to be shown the sign-in page; all else of `_stcore` is closed, also what is yet to come."""

_ADVICE = (
    f"Set up sign-in, or set {OPEN_TO_NETWORK}=1 to let everyone who reaches this server see everything; "
    "docs/deploy.md says how."
)
_STATUS = {Verdict.SIGNED_OUT: 401, Verdict.EXPIRED: 401, Verdict.UNVERIFIED: 403, Verdict.NOT_LISTED: 403}

_PLAIN_RUN = BackMsg(rerun_script=ClientState()).SerializeToString()
"""What a browser sends to have the script run, with no widget that was used."""

is_on = False
"""Whether this process answers through the guard; `streamlit run explorer.py` would go past it."""


def middleware() -> list[Middleware]:
    """Return the guard for `st.App`; ends the process where the settings are not safe to serve with."""
    global is_on
    fault = unsafe_start()
    if fault:
        sys.exit(f"Not started: {fault}")
    is_on = True
    return [Middleware(Guard)]


def unsafe_start() -> str:
    """Return why the server must not start as it is set up, and what to do; empty where it may."""
    try:
        rules = access.rules()
    except AccessSettingsError as error:
        return str(error)
    address = st.get_option("server.address") or DEFAULT_SERVER_ADDRESS
    if not rules.is_shared and not is_this_computer(address):
        return f"server.address is {address}, so that others could reach films without sign-in. {_ADVICE}"
    if rules.needs_sign_in and not st.get_option("server.enableXsrfProtection"):
        return "sign-in needs server.enableXsrfProtection = true: without, Streamlit does not read who has signed in."
    if rules.needs_sign_in and st.get_option("server.trustedUserHeaders"):
        return "server.trustedUserHeaders would let a request say itself who sent it; take it out, or [auth]."
    return ""


def require() -> None:
    """Stop a page that is served past the guard; `explorer.py` calls it before all else."""
    if not is_on:
        st.error("Start with `streamlit run app.py`: served alone, `explorer.py` does not guard films and downloads.")
        st.stop()


class Guard:
    """The middleware; `app` is what it stands before."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request that may not be, and hand on all others."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        connection, rules = HTTPConnection(scope), access.rules()
        status, words = _refusal(connection, rules)
        if status and scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        elif status:
            await PlainTextResponse(words, status)(scope, receive, send)
        elif scope["type"] == "websocket" and rules.needs_sign_in:
            user = _user(connection)
            if rules.judge(user, time.time()) is Verdict.ADMITTED:
                await self._app(scope, _until_sign_in_ends(user, receive), send)
            else:
                await self._app(_in_a_new_session(scope), receive, send)
        else:
            await self._app(scope, receive, send)


def _refusal(connection: HTTPConnection, rules: AccessRules) -> tuple[int, str]:
    """Return status and words of a refusal; status 0 for what is to be answered."""
    path = _path(connection.scope)
    if path == HEALTH:
        return 0, ""
    if not rules.is_shared and not _is_from_here(connection):
        return 403, f"This explorer answers only at http://localhost on the computer it runs on. {_ADVICE}"
    if path in _OPEN or not path.startswith(("media/", "_stcore/")):
        return 0, ""
    verdict = rules.judge(_user(connection), time.time())
    return _STATUS.get(verdict, 0), f"No access: {verdict.value}."


def _until_sign_in_ends(user: Mapping[str, Any], receive: Receive) -> Receive:
    """Let the first thing a reader asks for after the sign-in has ended be a plain run of the script, which says so.

    A callback, a fragment or a download would be carried out before the script, or without it.
    """
    has_ended = False

    async def guarded() -> Message:
        nonlocal has_ended
        message = await receive()
        if has_ended or access.rules().judge(user, time.time()) is Verdict.ADMITTED:
            return message
        has_ended = True
        return {"type": "websocket.receive", "bytes": _PLAIN_RUN} if message["type"] == "websocket.receive" else message

    return guarded


def _in_a_new_session(scope: Scope) -> Scope:
    """Return a websocket's request without the session that the browser asks to take up again.

    A visitor who is not admitted begins anew, with the sign-in page: taken up again, a reader's session would go on
    showing its page after the sign-in has ended.
    """

    def forget(name: bytes, value: bytes) -> tuple[bytes, bytes]:
        # Streamlit sends three things under this name: the protocol, a token against forged requests, the session.
        return name, b",".join(value.split(b",")[:2]) if name == b"sec-websocket-protocol" else value

    return {**scope, "headers": [forget(name, value) for name, value in scope["headers"]]}


def _path(scope: Scope) -> str:
    """Return the path below the app's base path as the routes see it, without a leading slash."""
    path = str(scope["path"]).removeprefix(str(scope.get("root_path", ""))).lstrip("/")
    base = str(st.get_option("server.baseUrlPath")).strip("/")
    return path.removeprefix(f"{base}/") if base else path


def _is_from_here(connection: HTTPConnection) -> bool:
    """Whether a request came in on a loopback address and was meant for this computer by its own name."""
    server = connection.scope.get("server")
    try:
        host = urlsplit(f"//{connection.headers.get('host', '')}").hostname or ""
    except ValueError:
        return False
    return is_this_computer(host) and (server is None or is_this_computer(server[0]))


def _user(connection: HTTPConnection) -> Mapping[str, Any]:
    """Return the claims in a signed cookie as `st.user` would have them; empty without a valid one."""

    def signed(name: str) -> bytes | None:
        value = connection.cookies.get(name)
        return None if value is None else decode_signed_value(get_cookie_secret(), name, value.encode("latin-1"))

    content = get_cookie_with_chunks(signed, USER_COOKIE_NAME)
    user = json.loads(content) if content else {}
    return user if isinstance(user, Mapping) else {}
