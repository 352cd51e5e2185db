"""What the API document cannot say: only the service itself can make a cursor, and a replayed creation creates nothing."""

from uuid import uuid4

import schemathesis
from schemathesis import GenerationMode

KEY = "Idempotency-Key"


@schemathesis.hook
def before_call(context, case, kwargs):
    meta = case.meta
    # In requests that are meant to be wrong everything stays as it is.
    if meta is None or meta.generation.mode != GenerationMode.POSITIVE:
        return
    # A made-up cursor fits the schema and is refused all the same.
    if case.query:
        case.query.pop("cursor", None)
    # Keys come again, and the 201 that a key gets again may be of what the sequence has deleted since: by contract, and
    # for the check of what was created it is a resource that is not there.
    if meta.phase.name == "stateful" and case.headers and KEY in case.headers:
        case.headers[KEY] = str(uuid4())
