"""Follows the event log by position."""

from __future__ import annotations

import asyncio
import random
import time
from typing import AsyncIterator, Callable, Iterator, Sequence

from ._call import UNSET, CallOptions, Unset
from ._errors import ApiError, ConnectionFailed, TributaryError
from ._generated import resources
from ._generated.models import Event
from ._listing import Page

PAGE_SIZE = 500
AWAY_MAX = 15.0
END_CHECK = 30.0


class _Place:
    """Where a reader of the log is."""

    def __init__(self, after: int | str | None, types: Sequence[str] | None) -> None:
        self.after = after
        self._types = types
        self.failures = 0
        self._end_checked_at = float("-inf")

    def wants_end(self, page: Page[Event]) -> bool:
        """Whether it is time to look at the end of the log."""
        due = not page.data and time.monotonic() - self._end_checked_at > END_CHECK
        if due:
            self._end_checked_at = time.monotonic()
        return due

    def check_end(self, newest: Sequence[Event]) -> None:
        """A reset sandbox counts its events anew: waiting for the old number would pass over all of them."""
        end = newest[0].position if newest else 0
        if isinstance(self.after, int) and end < self.after:
            raise TributaryError(
                f"The event log ends at position {end}, before {self.after}, where you are: the sandbox was reset. Begin again at 0."
            )

    def asked(self) -> str | Unset:
        return UNSET if self.after is None else str(self.after)

    def events(self, page: Page[Event]) -> Iterator[Event]:
        self.failures = 0
        for event in page.data:
            # Positions count without gaps, so a gap is a fault of the service; going on would lose an event in silence.
            if isinstance(self.after, int) and event.position != self.after + 1:
                raise TributaryError(f"The event log goes from position {self.after} to {event.position}; events in between are missing.")
            self.after = event.position
            if self._types is None or event.type in self._types:
                yield event
        if not page.pagination["has_more"]:
            self.after = page.pagination["next_after"]

    def failed(self, error: Exception, poll: float) -> float:
        """How long to wait before the same question; raises where it would have no other answer."""
        passing = isinstance(error, ConnectionFailed) or (
            isinstance(error, ApiError) and (error.status >= 500 or error.status == 429)
        )
        if not passing:
            raise error
        self.failures += 1
        return random.random() * min(AWAY_MAX, poll * float(2**self.failures))


class Events(resources.EventsResource):
    def follow(
        self,
        *,
        after: int | str | None = None,
        types: Sequence[str] | None = None,
        poll: float = 1.0,
        options: CallOptions | None = None,
        should_stop: Callable[[], bool] = lambda: False,
    ) -> Iterator[Event]:
        """
        Every event, in order, for as long as the caller goes on asking. `after` is the position or the id of the last
        event that you have, or "now". Keep `event.position` once an event is dealt with, and go on from there after a
        restart: none is missed. While the service cannot be reached, it is asked again until it can.
        """
        if after == "now":
            newest = self.list(order="newest", page_size=1, options=options).page().data
            after = newest[0].position if newest else 0
        place = _Place(after, types)
        while not should_stop():
            try:
                page = self.list(page_size=PAGE_SIZE, after=place.asked(), options=options).page()
            except (ApiError, ConnectionFailed) as error:
                time.sleep(place.failed(error, poll))
                continue
            yield from place.events(page)
            if place.wants_end(page):
                place.check_end(self.list(order="newest", page_size=1, options=options).page().data)
            if not page.pagination["has_more"]:
                time.sleep(poll)


class AsyncEvents(resources.AsyncEventsResource):
    async def follow(
        self,
        *,
        after: int | str | None = None,
        types: Sequence[str] | None = None,
        poll: float = 1.0,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Event]:
        """As `Events.follow`. Cancel the task to end it."""
        if after == "now":
            newest = (await self.list(order="newest", page_size=1, options=options).page()).data
            after = newest[0].position if newest else 0
        place = _Place(after, types)
        while True:
            try:
                page = await self.list(page_size=PAGE_SIZE, after=place.asked(), options=options).page()
            except (ApiError, ConnectionFailed) as error:
                await asyncio.sleep(place.failed(error, poll))
                continue
            for event in place.events(page):
                yield event
            if place.wants_end(page):
                place.check_end((await self.list(order="newest", page_size=1, options=options).page()).data)
            if not page.pagination["has_more"]:
                await asyncio.sleep(poll)
