import { explain } from './explain.ts'

export function fail(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

/** Ends the process on an error that nothing has caught, saying why. */
export function endOnFault(): void {
  // A closed terminal or pipe must not end a service that still has clients.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
}
