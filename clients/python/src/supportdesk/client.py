from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Self

import httpx

from . import _async_resources, _resources
from ._async import AsyncTransport
from ._requests import TIMEOUT, TOTAL_TIMEOUT, DeskOptions
from ._sync import SyncTransport
from .rate_limit import LastResponse

Headers = Mapping[str, str] | Callable[[], Mapping[str, str]]


class Desk(_resources.Resources):
    """A client of one installation, for one API key."""

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        headers: Headers = {},
        timeout: float = TIMEOUT,
        total_timeout: float = TOTAL_TIMEOUT,
        on_response: Callable[[LastResponse], None] | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        """
        `timeout`: seconds without a byte after which an attempt is given up.
        `total_timeout`: seconds that a request takes at the most with all its retries.
        """
        self._client = http_client or httpx.Client(limits=httpx.Limits(max_connections=None))
        options = DeskOptions(base_url, api_key, headers, timeout, total_timeout, on_response)
        super().__init__(SyncTransport(self._client, options))

    def request(self, method: str, path: str, **parts: Any) -> Any:
        """Sends any request, with the retries and errors of all others."""
        return self._transport.send(method, path, **parts)

    @property
    def last_response(self) -> LastResponse | None:
        """The response that arrived last."""
        return self._transport.last_response

    def close(self) -> None:
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncDesk(_async_resources.Resources):
    """The same as `Desk` for asyncio and trio."""

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        headers: Headers = {},
        timeout: float = TIMEOUT,
        total_timeout: float = TOTAL_TIMEOUT,
        on_response: Callable[[LastResponse], None] | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        self._client = http_client or httpx.AsyncClient(limits=httpx.Limits(max_connections=None))
        options = DeskOptions(base_url, api_key, headers, timeout, total_timeout, on_response)
        super().__init__(AsyncTransport(self._client, options))

    async def request(self, method: str, path: str, **parts: Any) -> Any:
        """Sends any request, with the retries and errors of all others."""
        return await self._transport.send(method, path, **parts)

    @property
    def last_response(self) -> LastResponse | None:
        """The response that arrived last."""
        return self._transport.last_response

    async def close(self) -> None:
        await self._client.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
