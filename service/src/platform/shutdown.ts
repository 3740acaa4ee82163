import { explain } from './explain.ts'

// A terminal signals the whole process group and npm passes the signal on: one Ctrl-C arrives twice.
const SAME_SIGNAL_MS = 1_000
const CLOSING_MS = 5_000

/** How a process ends on SIGINT and SIGTERM, however far its start has come. */
export interface Shutdown {
  /** Aborted by the first signal: a start that is under way gives up. */
  readonly asked: AbortSignal
  /** Closers run in reverse order: the last one first. */
  onClose(close: () => Promise<void>): void
  close(): Promise<void>
}

const announce = (): void =>
  void process.stderr.write('\nStopping: requests in flight finish first. Again to stop at once.\n')

/** The first signal closes what is open, another one ends at once. */
export function shutdownOnSignal(drainSeconds: number, onFirst = announce): Shutdown {
  const asking = new AbortController()
  const closers: (() => Promise<void>)[] = []
  let closing: Promise<void> | undefined
  let askedAt = 0

  const close = (): Promise<void> => {
    closing ??= closeAll(closers)
    return closing
  }
  const onSignal = (): void => {
    if (asking.signal.aborted) {
      if (performance.now() - askedAt >= SAME_SIGNAL_MS) process.exit(1)
      return
    }
    askedAt = performance.now()
    onFirst()
    asking.abort()
    setTimeout(
      () => end(`Not everything had ended after ${drainSeconds} s.`),
      drainSeconds * 1_000 + CLOSING_MS,
    ).unref()
    close().then(
      () => process.exit(0),
      (error) => end(explain(error)),
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return { asked: asking.signal, onClose: (closer) => void closers.push(closer), close }
}

/**
 * Waits for a part of the program to open, and registers its closing at once. A shutdown during the start then waits for
 * the part and closes it too, so that no part loses the database while it still uses it.
 */
export async function openPart<T>(
  shutdown: Shutdown,
  opening: Promise<T>,
  close: (part: T) => Promise<void>,
): Promise<T> {
  shutdown.onClose(() => opening.then(close, () => {}))
  const part = await opening
  shutdown.asked.throwIfAborted()
  return part
}

/** A closer that fails does not keep the others from running. */
async function closeAll(closers: readonly (() => Promise<void>)[]): Promise<void> {
  const faults: unknown[] = []
  for (const close of closers.toReversed()) await close().catch((error) => faults.push(error))
  if (faults.length > 0) throw faults[0]
}

function end(because: string): never {
  process.stderr.write(`${because}\n`)
  process.exit(1)
}
