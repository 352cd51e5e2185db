"""Responses that are read line by line, and the server-sent events in them."""

from __future__ import annotations

import json

from .models import Event


class LineBuffer:
    """Splits chunks at line feeds alone: httpx splits at U+2028 and others as well, which JSON may contain."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def feed(self, chunk: bytes) -> list[str]:
        first, *others = chunk.split(b"\n")
        self._parts.append(first)
        if not others:
            return []
        *whole, rest = others
        lines = [b"".join(self._parts), *whole]
        self._parts = [rest]
        return [line.removesuffix(b"\r").decode() for line in lines]


class EventParser:
    """Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html"""

    def __init__(self) -> None:
        self._data: list[str] = []
        self.retry_seconds: float | None = None
        """The delay that the server has asked for."""

    def feed(self, line: str) -> Event | None:
        if line == "":
            data, self._data = self._data, []
            event: Event | None = json.loads("\n".join(data)) if data else None
            return event
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        if name == "retry":
            self.retry_seconds = int(value) / 1_000
        return None
