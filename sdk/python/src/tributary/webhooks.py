"""Signatures of webhooks: `verify` says why one fails, `sign` makes one for tests of a receiver."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Callable, Iterator, Literal, Mapping, Sequence

from ._errors import TributaryError
from ._generated.models import Notification

SignatureFailure = Literal[
    "missing_header", "malformed_header", "malformed_secret", "body_missing", "body_changed", "wrong_secret", "clock"
]

TOLERANCE = 300
RAW = "Verify the bytes that came: read the raw body of the request, in front of any parser (in Flask `request.get_data()`, in Django and FastAPI `request.body`)."
FIELDS = ("event", "id", "timestamp", "user_data")


class SignatureError(TributaryError):
    """The signature of a notification does not hold; `reason` says why, the message what to do."""

    def __init__(self, reason: SignatureFailure, message: str) -> None:
        super().__init__(message)
        self.reason: SignatureFailure = reason


def verify(
    body: bytes | str,
    headers: Mapping[str, Any],
    secrets: str | Sequence[str],
    *,
    tolerance: float = TOLERANCE,
    now: Callable[[], float] = time.time,
) -> Notification:
    """Verifies a notification and returns it. `body` is what came, byte for byte: not JSON that was written again."""
    event_id = _header(headers, "webhook-id")
    timestamp = _header(headers, "webhook-timestamp")
    signatures = _signatures(_header(headers, "webhook-signature"))
    if not re.fullmatch(r"\d{1,12}", timestamp, re.ASCII):
        raise SignatureError("malformed_header", "`webhook-timestamp` is not a number of seconds.")
    keys = [_key(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    if not keys:
        raise SignatureError("malformed_secret", "No secret was given to verify with.")
    if not isinstance(body, (bytes, bytearray, str)):
        raise SignatureError("body_changed", f"The body was parsed before it was verified. {RAW}")
    content = body.encode() if isinstance(body, str) else bytes(body)

    def is_signed(tried: bytes) -> bool:
        made = [_signature(key, event_id, timestamp, tried) for key in keys]
        # Every pair is compared, and each comparison takes the same time, whatever differs.
        return any([hmac.compare_digest(one, given) for one in made for given in signatures])

    if not is_signed(content):
        raise _mismatch(content, is_signed)
    _check_clock(int(timestamp), int(now()), tolerance)
    return Notification.from_dict(json.loads(content))


def sign(body: bytes | str, *, id: str, secret: str, sent_at: float | None = None) -> dict[str, str]:
    """The headers of a notification as the service sends it: for tests of a receiver."""
    timestamp = str(int(time.time() if sent_at is None else sent_at))
    content = body.encode() if isinstance(body, str) else body
    signature = base64.b64encode(_signature(_key(secret), id, timestamp, content)).decode()
    return {"webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": f"v1,{signature}"}


def _header(headers: Mapping[str, Any], wanted: str) -> str:
    for name, value in headers.items():
        if name.lower() == wanted:
            found = value[0] if isinstance(value, (list, tuple)) and value else value
            if isinstance(found, str) and found:
                return found
    raise SignatureError(
        "missing_header",
        f"The header `{wanted}` is missing: the call is not Tributary's, or a proxy in between has dropped the header.",
    )


def _signatures(text: str) -> list[bytes]:
    found = [_decoded(one[3:]) for one in text.split(" ") if one.startswith("v1,")]
    signatures = [one for one in found if one is not None]
    if not signatures:
        raise SignatureError("malformed_header", "`webhook-signature` holds no signature of the form `v1,…`.")
    return signatures


def _decoded(text: str | bytes) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def _key(secret: str) -> bytes:
    key = _decoded(secret[6:]) if secret.startswith("whsec_") else None
    if not key:
        raise SignatureError(
            "malformed_secret",
            "The secret is not of the form `whsec_…`; read it from GET /webhook/{id}/secret, whole and without white space.",
        )
    return key


def _signature(key: bytes, event_id: str, timestamp: str, body: bytes) -> bytes:
    return hmac.new(key, f"{event_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()


def _mismatch(body: bytes, is_signed: Callable[[bytes], bool]) -> SignatureError:
    """Finds out why no signature matches: whether the body would match as it was before something changed it."""
    if not body:
        return SignatureError("body_missing", f"The body is empty; was it read before? {RAW}")
    for changed, original in _before_change(body):
        if is_signed(original):
            return SignatureError("body_changed", f"The body was {changed}. {RAW}")
    if not isinstance(_parsed(body), dict) or not re.match(rb'\{"event":"[^"]*","id":"', body):
        return SignatureError("body_changed", f"The body is not as Tributary writes one, so it was changed. {RAW}")
    return SignatureError(
        "wrong_secret",
        "None of the secrets made this signature. Each webhook has a secret of its own, in each environment: compare it "
        "with GET /webhook/{id}/secret; for 24 hours after a rotation give both.",
    )


def _before_change(body: bytes) -> Iterator[tuple[str, bytes]]:
    """Changes that parsers, proxies and frameworks make to a body, each with the bytes that it was before."""
    parsed = _parsed(body)
    if isinstance(parsed, dict):
        ordered = {name: parsed[name] for name in FIELDS if name in parsed}
        ordered.update({name: value for name, value in parsed.items() if name not in FIELDS})
        written = json.dumps(ordered, ensure_ascii=False, separators=(",", ":"))
        yield "parsed and written again", written.encode("utf-8", "surrogatepass")
    if isinstance(parsed, str):
        yield "written as a JSON string", parsed.encode("utf-8", "surrogatepass")
    if body.strip() != body:
        yield "given other white space at its ends", body.strip()
    decoded = _decoded(body)
    if decoded is not None:
        yield "encoded as base64", decoded
    try:
        yield "read as Latin-1", body.decode().encode("latin-1")
    except UnicodeError:
        pass


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return None


def _check_clock(sent_at: int, now: int, tolerance: float) -> None:
    age = now - sent_at
    if abs(age) <= tolerance:
        return
    message = (
        f"It is signed, but was sent {age} seconds ago by its `webhook-timestamp`: an old call that somebody repeats, or your clock is fast."
        if age > 0
        else f"It is signed, but will be sent in {-age} seconds by its `webhook-timestamp`: your clock is slow."
    )
    raise SignatureError("clock", message)
