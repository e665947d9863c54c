"""A check of our own for Schemathesis: what has the described shape is never refused for its shape.

The rules may still refuse it: a position can have its described shape and be none that a game comes to. Such a refusal
is a problem with a name of its own.
"""

import schemathesis

MALFORMED = {"/problems/invalid-request", "/problems/unreadable-json", "/problems/bad-request"}
"""What the shape of a request is refused by."""


@schemathesis.check
def described_data_is_well_formed(ctx, response, case):
    if case.meta is None or not case.meta.generation.mode.is_positive or response.status_code < 400:
        return
    document = response.json()
    assert document["type"] not in MALFORMED, document
