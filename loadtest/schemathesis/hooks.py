"""What the API document cannot say: only the service itself can make a cursor."""

import schemathesis
from schemathesis import GenerationMode


@schemathesis.hook
def before_call(context, case, kwargs):
    # A made-up cursor fits the schema and is refused all the same. In requests that are meant to be wrong it stays.
    meta = case.meta
    if meta is not None and meta.generation.mode == GenerationMode.POSITIVE and case.query:
        case.query.pop("cursor", None)
