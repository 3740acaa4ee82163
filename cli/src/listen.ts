import { createHash, createHmac } from 'node:crypto'
import { join } from 'node:path'
import { type Event, type Tributary, VERSION } from '../../sdk/typescript/src/index.ts'
import type { Command, Context } from './command.ts'
import { CommandError } from './exit-codes.ts'
import { type Attempt, forward } from './forward.ts'
import { DESCRIBED } from './generated/operations.ts'
import { configFolder } from './profiles.ts'
import { openProgress, readSaved } from './progress.ts'

/** As the document has them. */
const EVENTS = DESCRIBED.listEvents?.fields.find(({ name }) => name === 'type')?.values ?? []

export const listen: Command = {
  name: 'listen',
  args: '',
  does: 'Forwards every event to your own machine, signed, in order, none lost: it goes on where it stopped',
  options: [
    { name: 'forward-to', does: 'Where to, such as http://localhost:8080/hook' },
    { name: 'since', does: 'start, now, a position, the id of an event, or a time; where it stopped, when absent' },
    { name: 'events', does: 'Only these, separated by commas' },
    { name: 'secret', does: 'Signs with this secret, whsec_…, rather than with the one made from your key' },
    { name: 'poll', does: 'Milliseconds between two looks at the log; 500 when absent' },
  ],
  async run(context, { options }) {
    const url = options['forward-to']
    if (!url) throw new CommandError('--forward-to is missing: the address of your receiver.')
    if (!isAddress(url))
      throw new CommandError(`--forward-to ${url} is no address; write one such as http://localhost:8080/hook.`)
    const types = readTypes(options.events)
    const client = context.client()
    const { terminal, output, signal } = context
    const { environment } = await client.enterprise.get({ signal })
    const file = join(
      configFolder(terminal.env),
      `listen-${nameOf(client.baseUrl, context.profile().api_key, url)}.json`,
    )
    const saved = options.since === undefined ? readSaved(file) : undefined
    const start = saved ?? { position: await positionOf(client, options.since ?? 'now', signal), ahead: [] }
    const progress = openProgress(file, start)
    const secret = options.secret ?? secretOf(context.profile().api_key)
    output.note(`Forwarding ${environment} events after position ${progress.position()} to ${url}`)
    output.note(`Signed with ${output.style('bold', secret)}`)
    const pollMs = Number(options.poll ?? 500)
    const follow = (signal: AbortSignal) => client.events.follow({ after: progress.position(), pollMs, signal })
    const userAgent = `Tributary-CLI/${VERSION}`
    const isWanted = ({ type }: Event): boolean => types === undefined || types.includes(type)
    await forward({
      follow,
      url,
      secret,
      userAgent,
      progress,
      isWanted,
      signal,
      onAttempt: (one) => tell(context, one),
    })
    return undefined
  },
}

function readTypes(text: string | undefined): string[] | undefined {
  const types = text?.split(',').map((one) => one.trim())
  const unknown = types?.find((one) => !EVENTS.includes(one))
  if (unknown !== undefined) throw new CommandError(`There is no event ${unknown}; there are ${EVENTS.join(', ')}.`)
  return types
}

const isAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

/** Each service, key and receiver has a place of its own in the log. The key is not to be read from the name. */
const nameOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)

async function positionOf(client: Tributary, since: string, signal: AbortSignal): Promise<number> {
  if (since === 'start') return 0
  if (/^\d+$/.test(since)) return Number(since)
  if (since.startsWith('evt_')) {
    const { data } = await client.events.list({ after: since, page_size: 1 }, { signal })
    return data[0] ? data[0].position - 1 : lastPosition(client, signal)
  }
  if (since === 'now') return lastPosition(client, signal)
  if (Number.isNaN(Date.parse(since))) throw new CommandError('--since is start, now, a position, an event or a time.')
  const created_after = new Date(since).toISOString()
  const { data } = await client.events.list({ created_after, page_size: 1 }, { signal })
  return data[0] ? data[0].position - 1 : lastPosition(client, signal)
}

async function lastPosition(client: Tributary, signal: AbortSignal): Promise<number> {
  const { data } = await client.events.list({ order: 'newest', page_size: 1 }, { signal })
  return data[0]?.position ?? 0
}

/**
 * The same at every start, so that a receiver keeps the secret it was given: made from the key, so that nothing is to be
 * kept, neither for a profile nor for a key of the environment. The key is not to be found from it.
 */
const secretOf = (apiKey: string): string =>
  `whsec_${createHmac('sha256', apiKey).update('tributary listen').digest('base64')}`

function tell({ output, isJson }: Context, attempt: Attempt): void {
  const { event, status, error, durationMs, retryInMs } = attempt
  if (isJson) {
    const { id, position, type, resource } = event
    const answer = status === undefined ? { error } : { status }
    output.print(
      JSON.stringify({
        id,
        position,
        type,
        resource,
        attempt: attempt.attempt,
        ...answer,
        duration_ms: Math.round(durationMs),
      }),
    )
    return
  }
  const answer =
    retryInMs === undefined ? output.style('green', String(status)) : output.style('red', String(status ?? error))
  const retry = retryInMs === undefined ? '' : output.style('dim', `, again in ${retryInMs / 1_000} s`)
  const took = output.style('dim', `${Math.round(durationMs)} ms`)
  output.print(`${event.position}  ${event.type}  ${event.resource}  → ${answer}  ${took}${retry}`)
}
