"""Sends calls, and repeats those that failed on the way or for a moment."""

from __future__ import annotations

import asyncio
import json
import random
import time
import uuid
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Callable

import httpx

from ._call import Call
from ._errors import ConnectionFailed, TimedOut, api_error
from ._version import VERSION

RETRIED = {408, 429, 500, 502, 503, 504}
BACKOFF = 0.25
BACKOFF_MAX = 8.0
RETRY_AFTER_MAX = 60.0
"""A service that wants a longer pause than this is not waited for: the caller gets its error."""


@dataclass(frozen=True)
class Attempt:
    """One attempt of a call, as hooks see it. It never holds the API key."""

    operation: str
    method: str
    url: str
    attempt: int
    idempotency_key: str | None


@dataclass(frozen=True)
class Outcome:
    attempt: Attempt
    duration: float
    status: int | None = None
    request_id: str | None = None
    replayed: bool = False
    error: Exception | None = None


@dataclass(frozen=True)
class Hooks:
    """Functions that are told of every attempt. An error that they raise is ignored."""

    on_request: Callable[[Attempt, dict[str, str]], None] | None = None
    """May add headers, for example a `traceparent`."""
    on_response: Callable[[Outcome], None] | None = None
    on_retry: Callable[[Outcome, float], None] | None = None


@dataclass(frozen=True)
class Settings:
    base_url: str
    timeout: float
    max_retries: int
    hooks: Hooks


def _tell(hook: Callable[..., None] | None, *args: Any) -> None:
    if hook is None:
        return
    try:
        hook(*args)
    except Exception:  # noqa: BLE001, S110 - a payment does not fail because a log does
        pass


class Exchange:
    """The attempts of one call: the same for the sync and the async client, but for the waiting."""

    def __init__(self, settings: Settings, call: Call) -> None:
        self._settings = settings
        self._call = call
        options = call.options
        self._key = options.idempotency_key if options else None
        if self._key is None and call.method == "POST":
            # The same key in every attempt: the service does the command once and repeats its answer.
            self._key = str(uuid.uuid4())
        given = options.max_retries if options else None
        self._max_retries = settings.max_retries if given is None else given
        timeout = options.timeout if options else None
        self._timeout = settings.timeout if timeout is None else timeout
        self._attempt = 0
        self._started_at = 0.0
        self._about: Attempt | None = None
        self.answer: Any = None

    def request(self) -> dict[str, Any]:
        """The next attempt, as httpx takes it."""
        call = self._call
        self._attempt += 1
        url = self._settings.base_url + call.path
        headers = {"accept": "application/json", "user-agent": f"tributary-python/{VERSION}"}
        headers.update(call.options.headers if call.options else {})
        if self._key is not None:
            headers["idempotency-key"] = self._key
        content = None
        if call.body is not None:
            headers["content-type"] = "application/json"
            content = json.dumps(call.body, ensure_ascii=False, separators=(",", ":")).encode()
        self._about = Attempt(call.operation, call.method, url, self._attempt, self._key)
        _tell(self._settings.hooks.on_request, self._about, headers)
        self._started_at = time.monotonic()
        params = {name: _text(value) for name, value in (call.query or {}).items()}
        sent = {"method": call.method, "url": url, "headers": headers, "content": content, "timeout": self._timeout}
        return {**sent, **({"params": params} if params else {})}

    def failed(self, error: httpx.TransportError) -> float:
        """How long to wait before the next attempt; raises where there is none."""
        outcome = self._outcome(error=error)
        if self._attempt > self._max_retries:
            url = outcome.attempt.url
            if isinstance(error, httpx.TimeoutException):
                raise TimedOut(f"{url} did not answer within {self._timeout:g} s.", self._attempt) from error
            raise ConnectionFailed(f"{url} could not be reached: {error}.", self._attempt) from error
        return self._delay(outcome, None)

    def answered(self, response: httpx.Response) -> float | None:
        """Nothing, when `answer` is there; else as `failed`."""
        replayed = response.headers.get("idempotent-replayed") == "true"
        request_id = response.headers.get("request-id")
        outcome = self._outcome(status=response.status_code, request_id=request_id, replayed=replayed)
        if response.status_code < 400:
            self.answer = json.loads(response.text) if response.text else None
            return None
        asked = _retry_after(response.headers.get("retry-after"))
        is_passing = response.status_code in RETRIED or (
            # The first request with the key still waits for an outside party: its answer is there a moment later.
            response.status_code == 409 and '"idempotency_in_progress"' in response.text
        )
        if not is_passing or self._attempt > self._max_retries or (asked or 0) > RETRY_AFTER_MAX:
            raise api_error(response.status_code, response.text, request_id, self._attempt)
        return self._delay(outcome, asked)

    def _outcome(self, **facts: Any) -> Outcome:
        assert self._about is not None
        outcome = Outcome(self._about, time.monotonic() - self._started_at, **facts)
        _tell(self._settings.hooks.on_response, outcome)
        return outcome

    def _delay(self, outcome: Outcome, asked: float | None) -> float:
        # Full jitter: callers that failed together do not come back together.
        backoff = random.random() * min(BACKOFF_MAX, BACKOFF * float(2**self._attempt))
        delay = max(asked or 0.0, backoff)
        _tell(self._settings.hooks.on_retry, outcome, delay)
        return delay


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_text(one) for one in value)
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _retry_after(value: str | None) -> float | None:
    if value is None:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(timezone.utc)).total_seconds())
    except (ValueError, TypeError):
        return None


def send(client: httpx.Client, settings: Settings, call: Call) -> Any:
    exchange = Exchange(settings, call)
    while True:
        try:
            delay = exchange.answered(client.request(**exchange.request()))
        except httpx.TransportError as error:
            delay = exchange.failed(error)
        if delay is None:
            return exchange.answer
        time.sleep(delay)


async def send_async(client: httpx.AsyncClient, settings: Settings, call: Call) -> Any:
    exchange = Exchange(settings, call)
    while True:
        try:
            delay = exchange.answered(await client.request(**exchange.request()))
        except httpx.TransportError as error:
            delay = exchange.failed(error)
        if delay is None:
            return exchange.answer
        await asyncio.sleep(delay)
