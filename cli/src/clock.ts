import { type Command, show } from './command.ts'
import { CommandError } from './exit-codes.ts'

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }
/** The service moves its clock by at most a year and a day at once. */
const STEP_MAX_SECONDS = 31_622_400

/** `90`, `90s`, `2h30m`, `3d`. */
export function readDuration(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  const parts = [...text.matchAll(/(\d+)([smhdw])/g)]
  if (parts.length === 0 || parts.map(([all]) => all).join('') !== text) {
    throw new CommandError(`${text} is no duration; write 90s, 45m, 2h, 3d or 1w.`)
  }
  return parts.reduce((sum, [, count, unit = 's']) => sum + Number(count) * (UNITS[unit] ?? 0), 0)
}

export const clock: Command = {
  name: 'clock',
  args: '[advance DURATION | set TIME]',
  does: 'Shows the clock of your sandbox, or moves it forward; what becomes due on the way is done',
  options: [],
  completes: ['advance', 'set'],
  async run(context, { words: [verb, value] }) {
    const { sandbox } = context.client()
    const { signal } = context
    let { now } = await sandbox.getClock({ signal })
    for (let left = secondsToGo(now, verb, value); left > 0; ) {
      const seconds = Math.min(left, STEP_MAX_SECONDS)
      ;({ now } = await sandbox.advanceClock({ seconds }, { signal }))
      left -= seconds
    }
    show(context, { now }, () => [now])
    return undefined
  },
}

function secondsToGo(now: string, verb: string | undefined, value: string | undefined): number {
  if (verb === undefined) return 0
  if (value === undefined || (verb !== 'advance' && verb !== 'set')) {
    throw new CommandError('Write `clock`, `clock advance 2h` or `clock set 2026-12-01T00:00:00Z`.')
  }
  if (verb === 'advance') return readDuration(value)
  const wanted = Date.parse(value)
  if (Number.isNaN(wanted)) throw new CommandError(`${value} is no time; write 2026-12-01T00:00:00Z.`)
  const seconds = Math.ceil((wanted - Date.parse(now)) / 1_000)
  if (seconds < 0) throw new CommandError(`The clock only goes forward, and it is ${now} already.`)
  return seconds
}
