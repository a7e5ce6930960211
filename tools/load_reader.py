"""One reader of a running app, over the websocket that a browser uses: goes to pages and cases and sees what comes."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType
from typing import Any
from urllib.parse import urlencode

import orjson
import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

_RUN_SECONDS = 600
_VIEWER = "xray_viewer"


class Reader:
    """A session of its own, with settings of its own.

    Parameters
    ----------
    address : str
        Of the server, such as `http://localhost:8501`.
    opacity_percent : int
        A viewer setting by which the session is told from others: whatever it is shown must be drawn so.

    Attributes
    ----------
    errors : list of str
        What went wrong: exceptions on a page, scripts that failed, films drawn with another reader's settings.
    """

    def __init__(self, address: str, opacity_percent: int) -> None:
        self.errors: list[str] = []
        self._address = address.replace("http", "ws", 1) + "/_stcore/stream"
        self._opacity_percent = opacity_percent
        self._pages: dict[str, str] = {}
        self._socket: Any = None

    async def __aenter__(self) -> Reader:
        self._socket = await websockets.connect(self._address, subprotocols=["streamlit"], max_size=None)  # type: ignore[list-item]
        await self.open("", {"view": f"opacity_percent:{self._opacity_percent}"})
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._socket.close()

    async def switch(self, case_id: str, asked: dict[str, str] | None = None) -> float:
        """Go to a case and return the seconds until its film has come; the rest of the page is awaited too."""
        came_s = await self.open("", {"split": "test", **(asked or {}), "case": case_id}, lambda seen: seen == case_id)
        if came_s is None:
            self.errors.append(f"{case_id} did not come")
        return came_s or 0.0

    async def open(
        self, page: str, query: dict[str, str], is_awaited: Callable[[str], bool] = lambda case_id: False
    ) -> float | None:
        """Open a page by its path and wait until it is whole.

        Parameters
        ----------
        page : str
            Its path; empty for the Cases page.
        query : dict of str
            What the URL says.
        is_awaited : callable
            Told the case of each film that comes.

        Returns
        -------
        float or None
            Seconds until a film came that was awaited; None if none did.
        """
        asked = BackMsg()
        asked.rerun_script.query_string = urlencode(query)
        asked.rerun_script.page_script_hash = self._pages.get(page, "")
        asked.rerun_script.is_history_navigation = True  # else what the session remembers goes before the URL
        start = time.perf_counter()
        await self._socket.send(asked.SerializeToString())
        came_s = None
        while time.perf_counter() - start < _RUN_SECONDS:
            message = ForwardMsg.FromString(await self._socket.recv())
            kind = message.WhichOneof("type")
            if kind == "navigation":
                self._pages = {one.url_pathname: one.page_script_hash for one in message.navigation.app_pages}
            elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
                case_id = self._case_of(message.delta.new_element)
                if came_s is None and case_id is not None and is_awaited(case_id):
                    came_s = time.perf_counter() - start
            elif kind == "script_finished":
                if message.script_finished != ForwardMsg.FINISHED_SUCCESSFULLY:
                    self.errors.append(f"the script of {page or 'cases'} did not run to its end")
                return came_s
        self.errors.append(f"{page or 'cases'} was not whole after {_RUN_SECONDS} s")
        return came_s

    def _case_of(self, element: Any) -> str | None:
        """Return the case that a film is of, None for anything else; notes what must not be."""
        kind = element.WhichOneof("type")
        if kind == "exception":
            self.errors.append(f"{element.exception.type}: {element.exception.message}")
        if kind != "bidi_component" or element.bidi_component.component_name != _VIEWER:
            return None
        sent = orjson.loads(element.bidi_component.json)
        if sent["settings"]["opacity_percent"] != self._opacity_percent:
            self.errors.append("a film came with another reader's settings")
        return str(sent["entry"]["caseId"])
