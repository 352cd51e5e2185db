"""What both clients know of a request: its options, its parts and when to repeat it."""

from __future__ import annotations

import random
import re
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import httpx

from .errors import ApiError, ConnectionError, DeskError, TimeoutError, to_api_error
from .models import API_VERSION
from .rate_limit import LastResponse

TIMEOUT = 35.0  # seconds; the gateway responds within 30
TOTAL_TIMEOUT = 90.0  # longer than the window of a minute that a used-up limit lasts
SILENCE = 40.0  # the stream of events has a comment every 15 s
EXPORT_RETRIES = 8  # without a line between

_FIRST_DELAY = 0.5
_LONGEST_DELAY = 8.0
_JITTER = 1.0  # keeps clients that failed together from returning together
_STATUSES = (429, 502, 503)


@dataclass(frozen=True)
class RequestOptions:
    timeout: float | None = None
    """Seconds without a byte after which an attempt is given up."""
    total_timeout: float | None = None
    """Seconds that a request takes at the most with all its retries; 0 for no retries."""
    idempotency_key: str | None = None
    """Of a POST; all retries share it. A random one by default."""
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class DeskOptions:
    base_url: str
    api_key: str | None
    headers: Mapping[str, str] | Callable[[], Mapping[str, str]]
    timeout: float
    total_timeout: float
    on_response: Callable[[LastResponse], None] | None

    def __post_init__(self) -> None:
        if not re.match(r"https?://[^/]", self.base_url):
            raise ValueError(f"base_url is no address: {self.base_url!r}.")


@dataclass(frozen=True)
class Call:
    """One request, which may be sent several times."""

    method: str
    path: str
    query: Mapping[str, Any]
    body: Any
    content: str | bytes | None
    content_type: str | None
    options: RequestOptions
    idempotency_key: str | None


def new_call(
    method: str,
    path: str,
    *,
    query: Mapping[str, Any] | None = None,
    body: Any = None,
    content: str | bytes | None = None,
    content_type: str | None = None,
    options: RequestOptions | None = None,
) -> Call:
    options = options or RequestOptions()
    key = (options.idempotency_key or uuid.uuid4().hex) if method == "POST" else None
    known = {name: value for name, value in (query or {}).items() if value is not None}
    return Call(method, path, known, body, content, content_type, options, key)


def segment(value: str) -> str:
    """A part of a path. An empty one, and dots, which URLs resolve, would lead to another route."""
    if value in ("", ".", ".."):
        raise ValueError(f"No id or name can be {value!r}.")
    return quote(value, safe="")


def build_request(client: httpx.Client | httpx.AsyncClient, desk: DeskOptions, call: Call, timeout: float) -> httpx.Request:
    headers = dict(desk.headers() if callable(desk.headers) else desk.headers)
    headers["SupportDesk-Version"] = API_VERSION
    if desk.api_key is not None:
        headers["Authorization"] = f"Bearer {desk.api_key}"
    if call.idempotency_key is not None:
        headers["Idempotency-Key"] = call.idempotency_key
    if call.content_type is not None:
        headers["Content-Type"] = call.content_type
    headers.update(call.options.headers)
    return client.build_request(
        call.method,
        desk.base_url.rstrip("/") + call.path,
        params=call.query,
        json=call.body,
        content=call.content,
        headers=headers,
        timeout=timeout,
    )


def connection_error(error: httpx.RequestError) -> ConnectionError:
    kind = TimeoutError if isinstance(error, httpx.TimeoutException) else ConnectionError
    return kind(f"The connection failed: {error!r}.")


def parse(response: httpx.Response) -> Any:
    """The JSON of a successful response that has been read."""
    if response.is_error:
        raise to_api_error(response)
    try:
        return response.json()
    except ValueError as error:
        raise DeskError("The response is no JSON.") from error


def is_transient(error: Exception) -> bool:
    """Whether the same request may succeed later."""
    if isinstance(error, ConnectionError):
        return True
    if not isinstance(error, ApiError):
        return False
    return error.status in _STATUSES or error.code == "idempotency_in_progress"


def is_server_error(error: Exception) -> bool:
    return isinstance(error, ApiError) and error.status >= 500


def retry_delay(error: Exception, attempt: int, stated: float | None = None) -> float:
    """Seconds to wait before a retry. `attempt` counts from 0; `stated` is what the server has asked for."""
    if stated is None and isinstance(error, ApiError):
        stated = error.retry_after_seconds
    delay = min(_FIRST_DELAY * 2.0 ** min(attempt, 10), _LONGEST_DELAY) if stated is None else stated
    return delay + random.random() * _JITTER


class Attempts:
    """The attempts of one request: each gets a timeout, and each failure a delay, until the total time is over."""

    def __init__(self, desk: DeskOptions, options: RequestOptions) -> None:
        self._timeout = desk.timeout if options.timeout is None else options.timeout
        total = desk.total_timeout if options.total_timeout is None else options.total_timeout
        self._end = time.monotonic() + total
        self._count = 0

    def timeout(self) -> float:
        if self._count == 0:
            return self._timeout
        return max(0.001, min(self._timeout, self._end - time.monotonic()))

    def delay_after(self, error: Exception) -> float:
        """Raises the error itself where it is of no use to repeat the request."""
        delay = retry_delay(error, self._count)
        self._count += 1
        if not is_transient(error) or time.monotonic() + delay >= self._end:
            raise error
        return delay
