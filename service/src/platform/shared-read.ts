import { nextTurn } from './slices.ts'

/**
 * Concurrent equal reads share one query. A caller never gets the result of a query that started before it asked, so
 * nothing is cached and no caller sees a state older than its own call.
 */
export function sharedRead<Key, Result>(read: (key: Key) => Promise<Result>): (key: Key) => Promise<Result> {
  interface Flight {
    next: Promise<Result> | undefined
    done: Promise<unknown>
  }
  const flights = new Map<Key, Flight>()

  function start(key: Key): Promise<Result> {
    const result = Promise.try(read, key)
    const flight: Flight = { next: undefined, done: result.catch(() => {}) }
    flights.set(key, flight)
    void flight.done.then(() => {
      if (flights.get(key) === flight && !flight.next) flights.delete(key)
    })
    return result
  }

  return (key) => {
    const flight = flights.get(key)
    if (!flight) return start(key)
    // Requests that wait on other sockets by now are read in this turn and go along.
    flight.next ??= flight.done.then(nextTurn).then(() => start(key))
    return flight.next
  }
}
