import { setTimeout as sleep } from 'node:timers/promises'
import type { LoggedRequest } from '../../sdk/typescript/src/index.ts'
import { type Command, type Context, show } from './command.ts'
import { cell } from './terminal.ts'

/** A process writes its part of the log a moment late, so the last entries are read again, as far back as this. */
const OVERLAP_MS = 10_000
const PAGE_SIZE = 100

export const tail: Command = {
  name: 'tail',
  args: '',
  does: 'Shows the requests of this API key as they are answered, without secrets',
  options: [
    { name: 'status', does: 'Only those with this status, like 404 or 4xx' },
    { name: 'method', does: 'Only those with this method', values: ['GET', 'POST', 'PUT', 'DELETE'] },
    { name: 'bodies', does: 'With what was sent and answered', isSwitch: true },
    { name: 'last', does: 'How many of the past to begin with; 10 when absent' },
    { name: 'once', does: 'Only those of the past', isSwitch: true },
    { name: 'poll', does: 'Milliseconds between two looks at the log; 1000 when absent' },
  ],
  async run(context, { options }) {
    const { requestLog } = context.client()
    const { signal } = context
    const filter = {
      ...(options.status ? { status: options.status } : {}),
      ...(options.method ? { method: options.method as 'GET' } : {}),
      ...(options.bodies === 'true' ? { include: 'bodies' as const } : {}),
    }
    const { data } = await requestLog.list({ ...filter, page_size: PAGE_SIZE }, { signal })
    const past = Number(options.last ?? 10)
    const shown = new Map<string, number>()
    for (const one of data.slice(past)) shown.set(one.request_id, Date.parse(one.at))
    for (const one of data.slice(0, past).toReversed()) showOnce(context, shown, one)
    if (options.once === 'true') return undefined
    let newest = Date.parse(data[0]?.at ?? new Date(0).toISOString())
    for (;;) {
      await sleep(Number(options.poll ?? 1_000), undefined, { signal })
      const created_after = new Date(Math.max(0, newest - OVERLAP_MS)).toISOString()
      const recent = requestLog.list({ ...filter, order: 'oldest', created_after, page_size: PAGE_SIZE }, { signal })
      for await (const one of recent) {
        showOnce(context, shown, one)
        newest = Math.max(newest, Date.parse(one.at))
      }
      for (const [id, at] of shown) if (at < newest - 2 * OVERLAP_MS) shown.delete(id)
    }
  },
}

function showOnce(context: Context, shown: Map<string, number>, one: LoggedRequest): void {
  // The command's own looks at the log are no news.
  if (shown.has(one.request_id) || one.path.startsWith('/request-log')) return
  shown.set(one.request_id, Date.parse(one.at))
  const { output } = context
  show(context, one, () => {
    const status = output.style(one.status < 400 ? 'green' : 'red', String(one.status))
    const time = output.style('dim', one.at.slice(11, 23))
    const line = `${time}  ${status}  ${one.method.padEnd(6)}  ${cell(one.path, 80)}  ${output.style('dim', `${Math.round(one.duration_ms)} ms  ${one.request_id}`)}`
    const bodies = [one.request_body, one.response_body].filter((body) => body !== undefined)
    return [
      line,
      ...bodies.map(
        (body, nth) => `    ${nth === 0 && one.request_body !== undefined ? '→' : '←'} ${JSON.stringify(body)}`,
      ),
    ]
  })
}
