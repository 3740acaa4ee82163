#!/usr/bin/env node
import { run } from './run.ts'

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())
// A reader that has seen enough, like `head`, closes the pipe: that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const { stdin, stdout, stderr, env } = process
process.exitCode = await run(process.argv.slice(2), { stdin, stdout, stderr, env }, interrupted.signal)
// Connections that are kept for a next request would hold the process for seconds.
process.exit()
