"""The client of Support Desk's API."""

from . import models
from ._requests import RequestOptions
from .attachments import to_attachment
from .client import AsyncDesk, Desk
from .errors import (
    ApiError,
    AuthenticationError,
    BadGatewayError,
    ConflictError,
    ConnectionError,
    DeskError,
    InternalError,
    InvalidRequestError,
    MethodNotAllowedError,
    NotFoundError,
    PermissionError,
    RateLimitError,
    ServiceUnavailableError,
    TimeoutError,
    ValidationError,
    WebhookVerificationError,
)
from .rate_limit import LastResponse, RateLimit
from .webhooks import verify_webhook

__all__ = [
    "ApiError",
    "AsyncDesk",
    "AuthenticationError",
    "BadGatewayError",
    "ConflictError",
    "ConnectionError",
    "Desk",
    "DeskError",
    "InternalError",
    "InvalidRequestError",
    "LastResponse",
    "MethodNotAllowedError",
    "NotFoundError",
    "PermissionError",
    "RateLimit",
    "RateLimitError",
    "RequestOptions",
    "ServiceUnavailableError",
    "TimeoutError",
    "ValidationError",
    "WebhookVerificationError",
    "models",
    "to_attachment",
    "verify_webhook",
]
