from __future__ import annotations

from dataclasses import dataclass

import httpx


@dataclass(frozen=True)
class RateLimit:
    """What is left of the key's limits."""

    limit: int
    """Requests a minute."""
    remaining: int
    reset: int
    """When the window ends, in Unix seconds."""
    burst_remaining: int
    day_limit: int | None
    """None where the plan has no limit a day."""
    day_remaining: int | None
    day_reset: int | None


@dataclass(frozen=True)
class LastResponse:
    """A response without its body."""

    status: int
    request_id: str | None
    rate_limit: RateLimit | None
    """None where no gateway wrote the response: a proxy did."""
    is_replayed: bool
    """Whether the response repeats that of an earlier request with the same idempotency key."""
    headers: httpx.Headers


def read_last_response(response: httpx.Response) -> LastResponse:
    headers = response.headers
    return LastResponse(
        status=response.status_code,
        request_id=headers.get("x-request-id"),
        rate_limit=_read_rate_limit(headers),
        is_replayed=headers.get("idempotent-replayed") == "true",
        headers=headers,
    )


def _read_rate_limit(headers: httpx.Headers) -> RateLimit | None:
    def read(name: str) -> int | None:
        value = headers.get(f"x-ratelimit-{name}")
        return None if value is None else int(value)

    limit = read("limit")
    if limit is None:
        return None
    return RateLimit(
        limit=limit,
        remaining=read("remaining") or 0,
        reset=read("reset") or 0,
        burst_remaining=read("burst-remaining") or 0,
        day_limit=read("day-limit"),
        day_remaining=read("day-remaining"),
        day_reset=read("day-reset"),
    )
