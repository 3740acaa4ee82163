import { fork } from 'node:child_process'
import { join } from 'node:path'
import { type Channel, ChannelClosed, openChannel } from '../platform/process-channel.ts'
import { ExplainedError } from '../platform/start-error.ts'
import type { MemberCalls, Order, Report, SupervisorCalls } from './member-calls.ts'

const MEMBER = join(import.meta.dirname, 'member.ts')
/** Compiled code of earlier starts: without it a member spends most of its start on what the last one did already. */
const COMPILED = join(import.meta.dirname, '../../../node_modules/.compile-cache')

/** A process of several, from its start to its end. */
export interface MemberProcess {
  readonly name: string
  readonly role: Order['role']
  readonly calls: Channel<MemberCalls>
  /** Rejects, with a reason for people, if the process fails or ends before it is ready. */
  readonly started: Promise<Report>
  /** Resolves to how the process ended: `SIGKILL`, or `exit code 1`. */
  readonly ended: Promise<string>
  /** Asks it to finish what it has begun and to end. */
  stop(): void
}

/** A process that loads the program and then waits for its order. Loading takes most of its start. */
export interface LoadingMember {
  readonly name: string
  start(order: Order, answers: SupervisorCalls): MemberProcess
  /** Ends a process that will get no order. */
  stop(): void
}

export function loadMember(name: string): LoadingMember {
  const child = fork(MEMBER, [name], {
    // A session of its own: a terminal's Ctrl-C reaches only the supervisor, which ends its members in order.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env },
  })
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
    child.once('error', (error) => resolve(error.message))
  })
  // A message that cannot be sent says so to its sender.
  child.on('error', () => {})
  const stop = () => void child.kill('SIGTERM')
  const start = (order: Order, answers: SupervisorCalls): MemberProcess => {
    const calls = openChannel<MemberCalls>(child, answers)
    const started = calls.call('start', order).catch(async (error: Error) => {
      // A member that failed has said why; one that died has not.
      throw error instanceof ChannelClosed ? endedEarly(name, await ended) : new ExplainedError(error.message)
    })
    started.catch(() => child.kill('SIGKILL'))
    return { name, role: order.role, calls, started, ended, stop }
  }
  return { name, start, stop }
}

const endedEarly = (name: string, how: string): ExplainedError =>
  new ExplainedError(`Tributary cannot start: its process ${name} ended while it was starting (${how}).`)
