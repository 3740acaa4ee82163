"""The tests run against a real service: `npm test` starts one and sets these variables."""

from __future__ import annotations

import asyncio
import os
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Callable

import pytest

from tributary import AsyncListing, AsyncTributary, Hooks, Tributary

BASE_URL = os.environ.get("TRIBUTARY_TEST_BASE_URL", "")
API_KEYS = os.environ.get("TRIBUTARY_TEST_API_KEYS", "").split(",")
PROXY_URL = os.environ.get("TRIBUTARY_TEST_PROXY_URL", "")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if BASE_URL:
        return
    for item in items:
        if "sandbox" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.skip(reason="TRIBUTARY_TEST_BASE_URL is not set"))


@dataclass(frozen=True)
class Sandbox:
    base_url: str
    api_key: str
    approver_key: str
    proxy_url: str


@pytest.fixture
def sandbox() -> Sandbox:
    """A fresh enterprise: each has a key of its own."""
    api_key, approver_key = API_KEYS.pop().split("+")
    return Sandbox(BASE_URL, api_key, approver_key, PROXY_URL)


@pytest.fixture
def client(sandbox: Sandbox) -> Iterator[Tributary]:
    with Tributary(sandbox.api_key, base_url=sandbox.base_url) as made:
        yield made


def creator(first_name: str = "Alice", **more: Any) -> dict[str, Any]:
    return {
        "first_name": first_name,
        "last_name": "Alison",
        "email": f"{first_name.lower()}.{uuid.uuid4()}@example.com",
        "requested_permissions": ["payment.credit", "payment.debit"],
        "verification_prompt": "Your student number?",
        "verification_answer": "4711",
        **more,
    }


def connected(client: Any, first_name: str = "Alice") -> str:
    """A creator who has been through Connect; the connection's id."""
    made = client.account_connections.create(**creator(first_name))
    client.sandbox.connect(account_connection=made.id, type="direct")
    return str(made.id)


@dataclass
class Received:
    headers: dict[str, str]
    body: bytes


@dataclass
class Server:
    url: str
    received: list[Received] = field(default_factory=list)


Reaction = Callable[[BaseHTTPRequestHandler], None]


@pytest.fixture
def serve() -> Iterator[Callable[[Reaction], Server]]:
    """A real server that keeps what comes, and answers as it is told."""
    servers: list[ThreadingHTTPServer] = []

    def start(react: Reaction) -> Server:
        kept = Server("")

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", "0")))
                kept.received.append(Received({name.lower(): value for name, value in self.headers.items()}, body))
                react(self)

            do_GET = do_POST = do_PUT = do_DELETE = handle_any

            def log_message(self, *_args: Any) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        servers.append(server)
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        kept.url = f"http://127.0.0.1:{server.server_address[1]}"
        return kept

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


class Awaited:
    """The async client behind the methods of the sync one, so that both go through the same tests."""

    def __init__(self, target: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._target, self._loop = target, loop

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._target, name)
        if not callable(found):
            return Awaited(found, self._loop)

        def call(*args: Any, **options: Any) -> Any:
            answer = found(*args, **options)
            if isinstance(answer, AsyncListing):
                return AwaitedListing(answer, self._loop)
            return self._loop.run_until_complete(answer) if asyncio.iscoroutine(answer) else answer

        return call


class AwaitedListing:
    def __init__(self, listing: AsyncListing[Any], loop: asyncio.AbstractEventLoop) -> None:
        self._listing, self._loop = listing, loop

    def page(self) -> Any:
        return self._loop.run_until_complete(self._listing.page())

    def __iter__(self) -> Iterator[Any]:
        walk = self._listing.__aiter__()
        while True:
            try:
                yield self._loop.run_until_complete(anext(walk))
            except StopAsyncIteration:
                return


@pytest.fixture(params=["sync", "async"])
def make_client(request: pytest.FixtureRequest) -> Iterator[Callable[..., Any]]:
    """Makes a client of either kind."""
    loop = asyncio.new_event_loop()
    made: list[Any] = []

    def make(api_key: str, **options: Any) -> Any:
        if request.param == "sync":
            made.append(Tributary(api_key, **options))
            return made[-1]
        one = AsyncTributary(api_key, **options)
        made.append(Awaited(one, loop))
        return made[-1]

    yield make
    for one in made:
        one.close()
    loop.close()


__all__ = ["Hooks", "Sandbox", "connected", "creator"]
