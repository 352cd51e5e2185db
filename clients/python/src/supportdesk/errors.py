"""What failed requests raise: one class for each type of error."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any

import httpx


class DeskError(Exception):
    """A request that failed."""


class ConnectionError(DeskError):
    """No response came: the connection failed, or it broke while the response was read."""


class TimeoutError(ConnectionError):
    """No response came in time."""


class WebhookVerificationError(DeskError):
    """A webhook's request that is not from Support Desk, or an old one that is sent again."""


class ApiError(DeskError):
    """The response of a failed request."""

    def __init__(self, type: str, response: httpx.Response, body: Mapping[str, Any]) -> None:
        super().__init__(body.get("message") or f"The response has the status {response.status_code}.")
        self.status = response.status_code
        self.type = type
        self.code: str | None = body.get("code")
        """None where no gateway wrote the response: a proxy did."""
        self.param: str | None = body.get("param")
        self.errors: list[dict[str, Any]] = body.get("errors") or []
        """Every wrong field, where several are."""
        self.request_id: str | None = body.get("request_id") or response.headers.get("x-request-id")
        self.retry_after_seconds = _retry_after(response.headers.get("retry-after"))
        self.body = body
        """The response's `error` with what only some errors have, as `newer_message_id`."""


class InvalidRequestError(ApiError): ...


class AuthenticationError(ApiError): ...


class PermissionError(ApiError): ...


class NotFoundError(ApiError): ...


class MethodNotAllowedError(ApiError): ...


class ConflictError(ApiError): ...


class ValidationError(ApiError): ...


class RateLimitError(ApiError): ...


class InternalError(ApiError): ...


class BadGatewayError(ApiError): ...


class ServiceUnavailableError(ApiError): ...


_CLASSES: dict[str, type[ApiError]] = {
    "invalid_request": InvalidRequestError,
    "authentication_error": AuthenticationError,
    "permission_error": PermissionError,
    "not_found": NotFoundError,
    "method_not_allowed": MethodNotAllowedError,
    "conflict": ConflictError,
    "validation_error": ValidationError,
    "rate_limit_error": RateLimitError,
    "api_error": InternalError,
    "bad_gateway": BadGatewayError,
    "service_unavailable": ServiceUnavailableError,
}

# For responses that no gateway wrote.
_TYPES = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found",
    405: "method_not_allowed",
    409: "conflict",
    422: "validation_error",
    429: "rate_limit_error",
    502: "bad_gateway",
    503: "service_unavailable",
}


def to_api_error(response: httpx.Response) -> ApiError:
    """The error of a response that has been read."""
    body = _error_of(response.content)
    type = body.get("type")
    if type not in _CLASSES:
        other = "invalid_request" if response.status_code < 500 else "api_error"
        type = _TYPES.get(response.status_code, other)
    return _CLASSES[type](type, response, body)


def _error_of(content: bytes) -> Mapping[str, Any]:
    try:
        body = json.loads(content)["error"]
    except (ValueError, KeyError, TypeError):
        return {}
    return body if isinstance(body, dict) else {}


def _retry_after(value: str | None) -> float | None:
    """Seconds, or a date, which proxies may send."""
    if value is None:
        return None
    try:
        return float(value)
    except ValueError:
        pass
    try:
        at = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, (at - datetime.now(timezone.utc)).total_seconds())
