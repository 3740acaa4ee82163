"""A call, before it is sent."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Awaitable, Callable, Mapping
from urllib.parse import quote

from ._errors import TributaryError


class Unset:
    """The type of `UNSET`: a parameter that is left out. `None` is sent as null, which clears a field."""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "UNSET"


UNSET = Unset()


@dataclass(frozen=True)
class CallOptions:
    """Options of one call."""

    idempotency_key: str | None = None
    """Names the command, so that it is done once however often it is sent. Made for every POST that has none."""
    timeout: float | None = None
    """How long one attempt may take, in seconds."""
    max_retries: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Call:
    operation: str
    method: str
    path: str
    query: Mapping[str, Any] | None
    body: Mapping[str, Any] | None
    options: CallOptions | None


Send = Callable[[Call], Any]
AsyncSend = Callable[[Call], Awaitable[Any]]


def given(values: Mapping[str, Any]) -> dict[str, Any]:
    """Leaves out what was not given."""
    return {name: value for name, value in values.items() if not isinstance(value, Unset)}


def path(template: str, **values: str) -> str:
    for name, value in values.items():
        # An empty id would name another path: that of the list, or of nothing.
        if not isinstance(value, str) or value == "":
            raise TributaryError(f"`{name}` must be a string that is not empty.")
        template = template.replace("{" + name + "}", quote(value, safe=""))
    return template
