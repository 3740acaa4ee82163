import { oneByOne } from './one-by-one.ts'

/**
 * Concurrent equal reads share one query. A caller never gets the result of a query that started before it asked, so
 * nothing is cached and no caller sees a state older than its own call.
 */
export function sharedRead<Key, Result>(read: (key: Key) => Promise<Result>): (key: Key) => Promise<Result> {
  /** Reads that have not started. */
  const waiting = new Map<Key, Promise<Result>>()
  const start = oneByOne<Key>()

  function open(key: Key): Promise<Result> {
    const result = start(key, () => {
      waiting.delete(key)
      return Promise.try(read, key)
    })
    waiting.set(key, result)
    return result
  }

  return (key) => waiting.get(key) ?? open(key)
}
