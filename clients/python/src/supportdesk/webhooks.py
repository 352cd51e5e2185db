from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping

from .errors import WebhookVerificationError
from .models import Event

_TOLERANCE = 300  # seconds, of the Standard Webhooks specification
_PREFIX = "whsec_"


def verify_webhook(secret: str, headers: Mapping[str, str], body: bytes | str) -> Event:
    """Verifies a webhook's request (https://www.standardwebhooks.com) and returns its event.

    `secret` is the webhook's, `whsec_…`; `body` is the request's as it arrived, before any JSON is parsed.
    """
    values = {name.lower(): value for name, value in headers.items()}
    raw = body.encode() if isinstance(body, str) else body
    try:
        id, timestamp, signatures = (values[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
        age = abs(time.time() - int(timestamp))
        key = base64.b64decode(secret.removeprefix(_PREFIX), validate=True)
    except (KeyError, ValueError) as error:
        raise WebhookVerificationError(f"A header is missing, or malformed: {error}.") from error
    if age > _TOLERANCE:
        raise WebhookVerificationError("The webhook's timestamp is too old.")
    signed = f"{id}.{timestamp}.".encode() + raw
    mac = base64.b64encode(hmac.digest(key, signed, hashlib.sha256))
    for each in signatures.split(" "):
        version, _, signature = each.partition(",")
        if version == "v1" and hmac.compare_digest(signature.encode(), mac):
            event: Event = json.loads(raw)
            return event
    raise WebhookVerificationError("No signature of the webhook matches.")
