"""Sends requests and waits for their responses."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Generic, TypeVar, cast

import httpx

from ._lines import EventParser, LineBuffer
from ._requests import (
    EXPORT_RETRIES,
    SILENCE,
    Attempts,
    Call,
    DeskOptions,
    RequestOptions,
    build_request,
    connection_error,
    is_server_error,
    is_transient,
    new_call,
    parse,
    retry_delay,
)
from .errors import ConnectionError, to_api_error
from .models import Event, ExportLineOption1
from .rate_limit import LastResponse, read_last_response

Item = TypeVar("Item")
Page = TypeVar("Page")


class SyncList(Generic[Item, Page]):
    """A list of the API: all its elements in order, or page by page."""

    def __init__(self, fetch_page: Callable[[str | None], Page]) -> None:
        self._fetch_page = fetch_page

    def page(self) -> Page:
        """One page: the first one, or that of the query's `cursor`."""
        return self._fetch_page(None)

    def pages(self) -> Iterator[Page]:
        cursor: str | None = None
        while True:
            page = self._fetch_page(cursor)
            yield page
            cursor = cast(dict[str, Any], page)["next_cursor"]
            if cursor is None:
                return

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from cast(dict[str, Any], page)["data"]


def read_lines(response: httpx.Response) -> Iterator[str]:
    buffer = LineBuffer()
    for chunk in response.iter_bytes():
        yield from buffer.feed(chunk)


class SyncTransport:
    def __init__(self, client: httpx.Client, desk: DeskOptions) -> None:
        self._client = client
        self._desk = desk
        self.last_response: LastResponse | None = None

    def list(self, path: str, *, query: Mapping[str, Any], options: RequestOptions | None) -> SyncList[Any, Any]:
        def fetch_page(cursor: str | None) -> Any:
            return self.get(path, query=query if cursor is None else {**query, "cursor": cursor}, options=options)

        return SyncList(fetch_page)

    def get(self, path: str, **parts: Any) -> Any:
        return self.send("GET", path, **parts)

    def send(self, method: str, path: str, **parts: Any) -> Any:
        """The JSON of the response."""
        return parse(self._with_retries(new_call(method, path, **parts)))

    def file(self, path: str, **parts: Any) -> httpx.Response:
        return self._with_retries(new_call("GET", path, **parts))

    def _with_retries(self, call: Call) -> httpx.Response:
        attempts = Attempts(self._desk, call.options)
        while True:
            try:
                with self._open(call, attempts.timeout()) as response:
                    response.read()
                    return response
            except Exception as error:
                time.sleep(attempts.delay_after(error))

    @contextmanager
    def _open(self, call: Call, timeout: float) -> Iterator[httpx.Response]:
        """A successful response, of which only the headers have been read."""
        request = build_request(self._client, self._desk, call, timeout)
        try:
            response = self._client.send(request, stream=True)
            try:
                self.last_response = read_last_response(response)
                if self._desk.on_response:
                    self._desk.on_response(self.last_response)
                if response.is_error:
                    response.read()
                    raise to_api_error(response)
                yield response
            finally:
                response.close()
        except httpx.RequestError as error:
            raise connection_error(error) from error

    def export(self, path: str, *, query: Mapping[str, Any], options: RequestOptions | None) -> Iterator[ExportLineOption1]:
        """All lines. An export that breaks continues behind the last line that has arrived."""
        cursor = query.get("cursor")
        failures = 0
        while True:
            call = new_call("GET", path, query={**query, "cursor": cursor}, options=options)
            try:
                with self._open(call, self._desk.timeout) as response:
                    for text in read_lines(response):
                        line = json.loads(text)
                        if "done" in line:
                            return
                        cursor = line["cursor"]
                        failures = 0
                        yield line
                raise ConnectionError("The export was interrupted.")
            except Exception as error:
                if not is_transient(error) or failures == EXPORT_RETRIES:
                    raise
                delay = retry_delay(error, failures)
            time.sleep(delay)
            failures += 1

    def subscribe(
        self,
        after: int | None,
        types: str | None,
        on_connect: Callable[[], None] | None,
        on_disconnect: Callable[[Exception], None] | None,
    ) -> Iterator[Event]:
        position = after
        failures = 0
        while True:
            parser = EventParser()
            try:
                if position is None:
                    position = self._find_newest()
                call = new_call("GET", "/v1/events/stream", query={"after": position, "types": types})
                with self._open(call, SILENCE) as response:
                    failures = 0
                    if on_connect:
                        on_connect()
                    for line in read_lines(response):
                        event = parser.feed(line)
                        if event is None or event["sequence"] <= position:
                            continue
                        position = event["sequence"]
                        yield event
                raise ConnectionError("The stream has ended.")
            except Exception as error:
                if not is_transient(error) and not is_server_error(error):
                    raise
                if on_disconnect:
                    on_disconnect(error)
                delay = retry_delay(error, failures, parser.retry_seconds)
            time.sleep(delay)
            failures += 1

    def _find_newest(self) -> int:
        """Without a position, what happens between a break and the next connection would be lost."""
        query = {"sort": "sequence:desc", "limit": 1}
        newest = self.get("/v1/events", query=query, options=RequestOptions(total_timeout=0))["data"]
        return int(newest[0]["sequence"]) if newest else 0
