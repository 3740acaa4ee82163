"""Lists: one page of them, or a walk through all."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Any, AsyncIterator, Generic, Iterator, List, Mapping, TypeVar

from ._call import AsyncSend, Call, Send
from ._model import Model

T = TypeVar("T", bound=Model)

WALK_PAGE_SIZE = 100
REMEMBERED_MAX = 10_000
"""So many of the last ids are remembered, to leave out entries that come twice because the list grew meanwhile."""


@dataclass(frozen=True)
class Page(Generic[T]):
    data: List[T]
    pagination: Mapping[str, Any]
    """`page`, `page_size` and `total`; of a log `page_size`, `next_after` and `has_more`."""


class _Walk:
    """
    Where a walk is: the same for the sync and the async client, which fetch the pages that it asks for.

    Lists are newest first, so an entry that is added moves those behind it to a later page, and one that is removed to
    an earlier one. `total` tells by how many they moved at most: the next page is the one that holds the entry after the
    last, or one before it, and entries that come again are left out by their ids.
    """

    def __init__(self, query: Mapping[str, Any]) -> None:
        self._query: dict[str, Any] = {"page_size": WALK_PAGE_SIZE, **query}
        self._seen: OrderedDict[Any, None] = OrderedDict()
        self._done: int | None = None
        self._total = 0
        self.query: Mapping[str, Any] | None = self._query

    def take(self, page: Mapping[str, Any]) -> List[Mapping[str, Any]]:
        """The entries of a page that are new; sets `query` to the next one's, or to nothing."""
        pagination, data = page["pagination"], page["data"]
        if "total" not in pagination:
            more = pagination["has_more"]
            self.query = {**self._query, "after": pagination["next_after"]} if more else None
            return list(data)
        if "has_more" in pagination:
            # The service keeps the place: its pages may be short or empty and still have more behind them.
            cursor = pagination.get("next_cursor")
            self.query = None if cursor is None else {**self._query, "cursor": cursor}
            return list(data)
        size, number, total = pagination["page_size"], pagination["page"], pagination["total"]
        skipped = 0
        if self._done is not None:
            next_at = max(0, self._done + total - self._total)
            if next_at // size + 1 != number:
                self.query = {**self._query, "page": next_at // size + 1}
                return []
            skipped = next_at % size
        self._done, self._total = (number - 1) * size + len(data), total
        is_last = len(data) < size or self._done >= total
        self.query = None if is_last else {**self._query, "page": self._done // size + 1}
        return [one for one in data[skipped:] if self._is_new(one)]

    def _is_new(self, entry: Mapping[str, Any]) -> bool:
        key = entry.get("id")
        if key is None:
            return True
        if key in self._seen:
            return False
        self._seen[key] = None
        if len(self._seen) > REMEMBERED_MAX:
            self._seen.popitem(last=False)
        return True


class Listing(Generic[T]):
    """
    A list. Loop over it for every entry, page after page; `page()` is one page.

    A walk yields every entry that was there when it began, and is there still, once: also while others add and remove
    entries.
    """

    def __init__(self, send: Send, call: Call, kind: type[T]) -> None:
        self._send, self._call, self._kind = send, call, kind

    def page(self) -> Page[T]:
        page = self._send(self._call)
        return Page([self._kind.from_dict(one) for one in page["data"]], page["pagination"])

    def __iter__(self) -> Iterator[T]:
        walk = _Walk(self._call.query or {})
        while walk.query is not None:
            for one in walk.take(self._send(replace(self._call, query=walk.query))):
                yield self._kind.from_dict(one)


class AsyncListing(Generic[T]):
    """A list, as `Listing`: `async for` every entry, `await page()` for one page."""

    def __init__(self, send: AsyncSend, call: Call, kind: type[T]) -> None:
        self._send, self._call, self._kind = send, call, kind

    async def page(self) -> Page[T]:
        page = await self._send(self._call)
        return Page([self._kind.from_dict(one) for one in page["data"]], page["pagination"])

    async def __aiter__(self) -> AsyncIterator[T]:
        walk = _Walk(self._call.query or {})
        while walk.query is not None:
            for one in walk.take(await self._send(replace(self._call, query=walk.query))):
                yield self._kind.from_dict(one)
