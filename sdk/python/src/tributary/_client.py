"""The clients: `Tributary`, and `AsyncTributary`, which has the same methods to be awaited."""

from __future__ import annotations

import re
from functools import partial
from types import TracebackType
from urllib.parse import urlsplit

import httpx

from ._errors import TributaryError
from ._events import AsyncEvents, Events
from ._generated import resources
from ._transport import Hooks, Settings, send, send_async

LOCAL_SANDBOX = "http://localhost:4000/enterprise/v1"
TIMEOUT = 30.0
MAX_RETRIES = 3


def _base_url(api_key: str, base_url: str | None) -> str:
    if not isinstance(api_key, str) or not re.fullmatch(r"[\x21-\x7e]+", api_key):
        raise TributaryError("`api_key` is missing, or holds white space or characters that no key has.")
    if base_url is None and not api_key.startswith("sk_sandbox_"):
        raise TributaryError("`base_url` is missing: only a sandbox key has a default, the service on this machine.")
    url = (base_url or LOCAL_SANDBOX).rstrip("/")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise TributaryError(f"`base_url` is not a URL: {url}")
    is_local = parts.hostname in ("localhost", "::1") or parts.hostname.startswith("127.")
    if parts.scheme != "https" and api_key.startswith("sk_live_") and not is_local:
        raise TributaryError("A production key is sent over HTTPS only; `base_url` must begin with `https:`.")
    return url


def _settings(api_key: str, base_url: str | None, timeout: float, max_retries: int, hooks: Hooks | None) -> Settings:
    return Settings(_base_url(api_key, base_url), timeout, max_retries, hooks or Hooks())


class Tributary(resources.Resources):
    """The client. Use it as a context manager, or `close()` it."""

    def __init__(
        self,
        api_key: str,
        *,
        base_url: str | None = None,
        timeout: float = TIMEOUT,
        max_retries: int = MAX_RETRIES,
        hooks: Hooks | None = None,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        settings = _settings(api_key, base_url, timeout, max_retries, hooks)
        self.base_url = settings.base_url
        self._http = httpx.Client(auth=(api_key, ""), transport=transport, follow_redirects=False)
        call = partial(send, self._http, settings)
        super().__init__(call)
        self.events = Events(call)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Tributary:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class AsyncTributary(resources.AsyncResources):
    """The same client with methods to be awaited. Use it as an async context manager, or `await close()`."""

    def __init__(
        self,
        api_key: str,
        *,
        base_url: str | None = None,
        timeout: float = TIMEOUT,
        max_retries: int = MAX_RETRIES,
        hooks: Hooks | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        settings = _settings(api_key, base_url, timeout, max_retries, hooks)
        self.base_url = settings.base_url
        self._http = httpx.AsyncClient(auth=(api_key, ""), transport=transport, follow_redirects=False)
        call = partial(send_async, self._http, settings)
        super().__init__(call)
        self.events = AsyncEvents(call)

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> AsyncTributary:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
