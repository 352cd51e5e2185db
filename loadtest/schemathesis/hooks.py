"""Rules that the API document cannot express: only the service can create a cursor, and a replayed creation creates nothing."""

from uuid import uuid4

import schemathesis
from schemathesis import GenerationMode

KEY = "Idempotency-Key"


@schemathesis.hook
def before_call(context, case, kwargs):
    meta = case.meta
    # Deliberately invalid requests stay unchanged.
    if meta is None or meta.generation.mode != GenerationMode.POSITIVE:
        return
    # A generated cursor matches the schema but is refused.
    if case.query:
        case.query.pop("cursor", None)
    # Generated keys repeat, and the replayed 201 may name a resource that the sequence has deleted since. This is
    # correct by contract, but the check of created resources would report it as missing.
    if meta.phase.name == "stateful" and case.headers and KEY in case.headers:
        case.headers[KEY] = str(uuid4())
