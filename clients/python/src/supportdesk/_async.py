"""The same as _sync.py with asyncio or trio."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, Generic, TypeVar, cast

import anyio
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


class AsyncList(Generic[Item, Page]):
    """A list of the API: all its elements in order, or page by page."""

    def __init__(self, fetch_page: Callable[[str | None], Awaitable[Page]]) -> None:
        self._fetch_page = fetch_page

    async def page(self) -> Page:
        """One page: the first one, or that of the query's `cursor`."""
        return await self._fetch_page(None)

    async def pages(self) -> AsyncIterator[Page]:
        cursor: str | None = None
        while True:
            page = await self._fetch_page(cursor)
            yield page
            cursor = cast(dict[str, Any], page)["next_cursor"]
            if cursor is None:
                return

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in cast(dict[str, Any], page)["data"]:
                yield item


async def read_lines(response: httpx.Response) -> AsyncIterator[str]:
    buffer = LineBuffer()
    async for chunk in response.aiter_bytes():
        for line in buffer.feed(chunk):
            yield line


class AsyncTransport:
    def __init__(self, client: httpx.AsyncClient, desk: DeskOptions) -> None:
        self._client = client
        self._desk = desk
        self.last_response: LastResponse | None = None

    def list(self, path: str, *, query: Mapping[str, Any], options: RequestOptions | None) -> AsyncList[Any, Any]:
        async def fetch_page(cursor: str | None) -> Any:
            return await self.get(path, query=query if cursor is None else {**query, "cursor": cursor}, options=options)

        return AsyncList(fetch_page)

    async def get(self, path: str, **parts: Any) -> Any:
        return await self.send("GET", path, **parts)

    async def send(self, method: str, path: str, **parts: Any) -> Any:
        """The JSON of the response."""
        return parse(await self._with_retries(new_call(method, path, **parts)))

    async def file(self, path: str, **parts: Any) -> httpx.Response:
        return await self._with_retries(new_call("GET", path, **parts))

    async def _with_retries(self, call: Call) -> httpx.Response:
        attempts = Attempts(self._desk, call.options)
        while True:
            try:
                async with self._open(call, attempts.timeout()) as response:
                    await response.aread()
                    return response
            except Exception as error:
                await anyio.sleep(attempts.delay_after(error))

    @asynccontextmanager
    async def _open(self, call: Call, timeout: float) -> AsyncIterator[httpx.Response]:
        """A successful response, of which only the headers have been read."""
        request = build_request(self._client, self._desk, call, timeout)
        try:
            response = await self._client.send(request, stream=True)
            try:
                self.last_response = read_last_response(response)
                if self._desk.on_response:
                    self._desk.on_response(self.last_response)
                if response.is_error:
                    await response.aread()
                    raise to_api_error(response)
                yield response
            finally:
                await response.aclose()
        except httpx.RequestError as error:
            raise connection_error(error) from error

    async def export(self, path: str, *, query: Mapping[str, Any], options: RequestOptions | None) -> AsyncIterator[ExportLineOption1]:
        """All lines. An export that breaks continues behind the last line that has arrived."""
        cursor = query.get("cursor")
        failures = 0
        while True:
            call = new_call("GET", path, query={**query, "cursor": cursor}, options=options)
            try:
                async with self._open(call, self._desk.timeout) as response:
                    async for text in read_lines(response):
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
            await anyio.sleep(delay)
            failures += 1

    async def subscribe(
        self,
        after: int | None,
        types: str | None,
        on_connect: Callable[[], None] | None,
        on_disconnect: Callable[[Exception], None] | None,
    ) -> AsyncIterator[Event]:
        position = after
        failures = 0
        while True:
            parser = EventParser()
            try:
                if position is None:
                    position = await self._find_newest()
                call = new_call("GET", "/v1/events/stream", query={"after": position, "types": types})
                async with self._open(call, SILENCE) as response:
                    failures = 0
                    if on_connect:
                        on_connect()
                    async for line in read_lines(response):
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
            await anyio.sleep(delay)
            failures += 1

    async def _find_newest(self) -> int:
        """Without a position, what happens between a break and the next connection would be lost."""
        query = {"sort": "sequence:desc", "limit": 1}
        page = await self.get("/v1/events", query=query, options=RequestOptions(total_timeout=0))
        newest = page["data"]
        return int(newest[0]["sequence"]) if newest else 0
