"""The errors that this library raises."""

from __future__ import annotations

import json
from typing import Any, Mapping


class TributaryError(Exception):
    """The base of every error that this library raises on its own account."""


class ApiError(TributaryError):
    """The service answered, and its answer is an error. `fields` is everything that the error body says."""

    def __init__(self, status: int, fields: Mapping[str, Any], attempts: int) -> None:
        super().__init__(fields["message"])
        self.message: str = fields["message"]
        self.status = status
        self.code: str = fields["code"]
        self.request_id: str = fields.get("request_id", "")
        self.attempts = attempts
        """How often the call was sent. More than once: an earlier attempt whose answer was lost may have succeeded."""
        self.fields = fields

    @property
    def errors(self) -> list[dict[str, Any]]:
        """Every invalid parameter, with `validation_failed`."""
        return list(self.fields.get("errors", []))

    @property
    def details(self) -> list[dict[str, Any]]:
        """Every invalid entry of a batch, with `batch_invalid`."""
        return list(self.fields.get("details", []))

    @property
    def existing_id(self) -> str | None:
        """The resource that is there already, with `external_id_taken`, `webhook_exists` and `embed_origin_exists`."""
        return self.fields.get("existing_id")

    @property
    def limit(self) -> dict[str, Any] | None:
        """The limit that the request would exceed, what is used and left of it, with `limit_exceeded`."""
        return self.fields.get("limit")


class ConnectionFailed(TributaryError):
    """No answer came: the service could not be reached, or the connection broke. `__cause__` is httpx's own error."""

    def __init__(self, message: str, attempts: int) -> None:
        super().__init__(message)
        self.attempts = attempts


class TimedOut(ConnectionFailed):
    """No answer came in time."""


def api_error(status: int, text: str, request_id: str | None, attempts: int) -> ApiError:
    """Reads an error body. An answer that is none of the service's becomes an error of the same kind."""
    try:
        body = json.loads(text)
        if isinstance(body["message"], str) and isinstance(body["code"], str):
            return ApiError(status, body, attempts)
    except (ValueError, TypeError, KeyError):
        pass
    code = "rate_limited" if status == 429 else "unavailable" if status >= 500 else "malformed_request"
    message = f"The answer, with status {status}, is not one of Tributary's; something in between may have made it."
    return ApiError(status, {"message": message, "code": code, "request_id": request_id or ""}, attempts)
