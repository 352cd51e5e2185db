from __future__ import annotations

import base64
import mimetypes

from .models import NewMessageAttachmentsItem


def to_attachment(filename: str, data: bytes, content_type: str | None = None) -> NewMessageAttachmentsItem:
    """A file as an element of a message's `attachments`."""
    return {
        "filename": filename,
        "content_type": content_type or mimetypes.guess_type(filename)[0] or "application/octet-stream",
        "data": base64.b64encode(data).decode(),
    }
