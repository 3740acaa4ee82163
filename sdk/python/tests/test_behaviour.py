"""Retries, lost answers, lists that change, the event log, signatures: as the TypeScript library has them."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import time
from threading import Thread
from typing import Any

import pytest
from conftest import Sandbox, connected, creator

from tributary import (
    ApiError,
    AsyncTributary,
    CallOptions,
    ConnectionFailed,
    Hooks,
    SignatureError,
    TimedOut,
    Tributary,
    TributaryError,
)
from tributary.webhooks import sign, verify

NOW = {"now": "2026-11-15T01:12:00.000Z"}


@pytest.fixture(autouse=True)
def shortest_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tributary._transport.random.random", lambda: 0.0)


def reply(status: int, body: Any, **headers: str) -> Any:
    def react(handler: Any) -> None:
        content = json.dumps(body).encode()
        handler.send_response(status)
        for name, value in {"content-length": str(len(content)), "request-id": "req_1", **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(content)

    return react


def refusal(status: int, code: str, **headers: str) -> Any:
    return reply(status, {"message": f"It is {code}.", "code": code, "request_id": "req_9"}, **headers)


def hang_up(handler: Any) -> None:
    handler.close_connection = True
    handler.connection.close()


def silence(handler: Any) -> None:
    time.sleep(1)
    handler.close_connection = True


class Scripted:
    """A server that reacts to one request after the other as it is told."""

    def __init__(self, serve: Any, *reactions: Any) -> None:
        self._reactions = list(reactions)
        self.server = serve(self._react)
        self.url = self.server.url

    def _react(self, handler: Any) -> None:
        (self._reactions.pop(0) if self._reactions else hang_up)(handler)

    @property
    def seen(self) -> Any:
        return self.server.received


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_a_passing_failure_is_repeated(serve: Any, make_client: Any, status: int) -> None:
    scripted = Scripted(serve, refusal(status, "unavailable", retry_after="0"), reply(200, NOW))
    assert make_client("sk_sandbox_1", base_url=scripted.url).sandbox.get_clock().now == NOW["now"]
    assert len(scripted.seen) == 2


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 409, 413])
def test_another_one_is_not(serve: Any, make_client: Any, status: int) -> None:
    scripted = Scripted(serve, refusal(status, "not_found"))
    with pytest.raises(ApiError) as error:
        make_client("sk_sandbox_1", base_url=scripted.url).sandbox.get_clock()
    assert (error.value.status, error.value.attempts, len(scripted.seen)) == (status, 1, 1)


def test_a_key_is_made_for_every_post_and_kept(serve: Any, make_client: Any) -> None:
    answers = [hang_up, refusal(503, "unavailable", retry_after="0"), reply(200, NOW), reply(200, NOW), reply(200, NOW)]
    scripted = Scripted(serve, *answers, reply(200, NOW))
    client = make_client("sk_sandbox_1", base_url=scripted.url)
    for _ in range(2):
        client.sandbox.advance_clock(seconds=1)
    client.sandbox.advance_clock(seconds=1, options=CallOptions(idempotency_key="order-1"))
    client.sandbox.get_clock()
    keys = [one.headers.get("idempotency-key") for one in scripted.seen]
    assert re.fullmatch(r"[0-9a-f-]{36}", keys[0] or "")
    assert keys[:3] == [keys[0]] * 3
    assert keys[3] not in (keys[0], None)
    assert keys[4:] == ["order-1", None]


def test_time_and_the_number_of_retries_are_limited(serve: Any, make_client: Any) -> None:
    scripted = Scripted(serve, silence, hang_up, hang_up)
    client = make_client("sk_sandbox_1", base_url=scripted.url, max_retries=1)
    with pytest.raises(TimedOut):
        client.sandbox.get_clock(options=CallOptions(timeout=0.1, max_retries=0))
    with pytest.raises(ConnectionFailed) as error:
        client.sandbox.get_clock()
    assert error.value.attempts == 2


def test_retry_after_is_honoured(serve: Any, make_client: Any) -> None:
    waited: list[float] = []
    answers = [refusal(429, "rate_limited", retry_after="1"), reply(200, NOW), refusal(429, "rate_limited", retry_after="3600")]
    scripted = Scripted(serve, *answers)
    hooks = Hooks(on_retry=lambda _outcome, delay: waited.append(delay))
    client = make_client("sk_sandbox_1", base_url=scripted.url, hooks=hooks)
    client.sandbox.get_clock()
    assert waited == [1.0]
    with pytest.raises(ApiError):
        client.sandbox.get_clock()


def test_hooks_may_add_headers_and_break_nothing(serve: Any, make_client: Any) -> None:
    def trace(_attempt: Any, headers: dict[str, str]) -> None:
        headers["traceparent"] = "00-1"

    def full(_outcome: Any) -> None:
        raise OSError("a log that is full")

    scripted = Scripted(serve, reply(200, NOW))
    make_client("sk_sandbox_1", base_url=scripted.url, hooks=Hooks(trace, full)).sandbox.get_clock()
    assert scripted.seen[0].headers["traceparent"] == "00-1"
    assert scripted.seen[0].headers["authorization"] == "Basic " + base64.b64encode(b"sk_sandbox_1:").decode()


@pytest.mark.parametrize(
    ("api_key", "base_url"),
    [("", None), ("sk_live_1", None), ("sk_live_1", "http://pay.example.com/v1"), ("sk_sandbox_1", "nowhere")],
)
def test_the_client_refuses(api_key: str, base_url: str | None) -> None:
    with pytest.raises(TributaryError):
        Tributary(api_key, base_url=base_url)
    with pytest.raises(TributaryError):
        AsyncTributary(api_key, base_url=base_url)


def test_an_empty_id_is_refused() -> None:
    with pytest.raises(TributaryError):
        Tributary("sk_sandbox_1").payouts.get("")


def test_lost_answers_never_double_a_payout(sandbox: Sandbox, make_client: Any, client: Tributary) -> None:
    connection = connected(client)
    replayed: list[bool] = []
    hooks = Hooks(on_response=lambda outcome: replayed.append(outcome.replayed))
    bad = make_client(sandbox.api_key, base_url=sandbox.proxy_url, max_retries=20, hooks=hooks)
    before = client.enterprise.get().operating_account.balance_in_cents
    made = [bad.payouts.create(account_connection=connection, amount_in_cents=100 + nth).id for nth in range(30)]
    assert [one.id for one in client.payouts.list()] == made[::-1]
    paid = sum(100 + nth for nth in range(30))
    assert client.enterprise.get().operating_account.balance_in_cents == before - paid
    assert sum(replayed) > 2


def test_a_walk_misses_nothing_while_the_list_changes(client: Tributary) -> None:
    connection = connected(client)
    body: Any = {"account_connection": connection, "amount_in_cents": 1, "date": "2090-01-01T00:00:00Z"}
    first = {one.id for one in client.payouts.create_batch(payouts=[body] * 45).payouts}
    found = []
    for nth, payout in enumerate(client.payouts.list(page_size=10)):
        found.append(payout.id)
        if nth % 10 == 9:
            client.payouts.create_batch(payouts=[body] * (3, 10, 23)[nth // 10 % 3])
    assert len(set(found)) == len(found)
    assert first <= set(found)
    ready = {one.id for one in client.payouts.list()}
    left = []
    for payout in client.payouts.list(status="ready", page_size=7):
        left.append(payout.id)
        client.payouts.update(payout.id, status="canceled")
    assert set(left) == ready


def test_follow_misses_nothing(sandbox: Sandbox, client: Tributary) -> None:
    made = client.account_connections.create(**creator())

    def write() -> None:
        for n in range(1, 16):
            client.account_connections.update(made.id, user_data={"n": n})

    writer = Thread(target=write)
    writer.start()
    found = []
    for event in client.events.follow(poll=0.02):
        # The service tells of other things meanwhile, of alerts for instance.
        if event.resource != made.id:
            continue
        found.append((event.position, event.user_data["n"]))
        if len(found) == 15:
            break
    writer.join()
    assert [n for _, n in found] == list(range(1, 16))
    written = [position for position, _ in found]
    assert written == sorted(set(written))

    async def rest() -> list[int]:
        positions = []
        async with AsyncTributary(sandbox.api_key, base_url=sandbox.base_url) as other:
            async for event in other.events.follow(after=written[9], poll=0.02):
                if event.resource != made.id:
                    continue
                positions.append(event.position)
                if len(positions) == 5:
                    break
            return positions

    assert asyncio.run(rest()) == written[10:]
    with pytest.raises(TributaryError, match="the sandbox was reset"):
        next(iter(client.events.follow(after=999)))


def test_verify_takes_real_deliveries_and_says_why_others_fail(client: Tributary, serve: Any) -> None:
    server = serve(reply(200, {}))
    hook = client.webhooks.create(url=server.url, event="account_connection.update")
    made = client.account_connections.create(**creator())
    client.account_connections.update(made.id, user_data={"é": "ü 😀", "price": 1.5})
    end = time.monotonic() + 30
    while not server.received and time.monotonic() < end:
        time.sleep(0.02)
    (call,) = server.received
    secret = client.webhooks.get_secret(hook.id).secret
    other = "whsec_" + base64.b64encode(b"another secret of the same form!").decode()
    sent_at = int(call.headers["webhook-timestamp"])
    text = call.body.decode()
    assert verify(call.body, call.headers, [other, secret]).id == made.id
    assert verify(text, {name.upper(): value for name, value in call.headers.items()}, secret).event == hook.event

    def reason(body: Any = call.body, headers: Any = call.headers, secrets: Any = secret, **more: Any) -> str:
        with pytest.raises(SignatureError) as error:
            verify(body, headers, secrets, **more)
        return error.value.reason

    parsed = json.loads(text)
    changed = [
        parsed,
        json.dumps(parsed),
        json.dumps(parsed, indent=2),
        json.dumps(dict(reversed(parsed.items())), ensure_ascii=False),
        json.dumps(text),
        text + "\n",
        base64.b64encode(call.body),
        call.body.decode("latin-1"),
        text[:-3],
    ]
    assert [reason(body=body) for body in changed] == ["body_changed"] * len(changed)
    assert reason(body=b"") == "body_missing"
    assert reason(secrets=other) == "wrong_secret"
    assert reason(body=text.replace("acon_", "acon_x")) == "wrong_secret"
    assert [reason(secrets=one) for one in ("", "secret", "whsec_", "whsec_***")] == ["malformed_secret"] * 4
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        assert reason(headers={one: value for one, value in call.headers.items() if one != name}) == "missing_header"
    assert reason(headers={**call.headers, "webhook-signature": "v0,AAAA"}) == "malformed_header"
    assert reason(headers={**call.headers, "webhook-timestamp": "today"}) == "malformed_header"
    assert [reason(now=lambda: sent_at + 301), reason(now=lambda: sent_at - 301)] == ["clock", "clock"]
    assert verify(text, sign(text, id="evt_1", secret=secret), secret).raw == parsed
