const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const MINUTE = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
const SECOND = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })
const EXACT = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' })
/** To the second in logs, where many things happen in a minute. */
const TIMES = { day: DAY, minute: MINUTE, second: SECOND }

/** The reader's own, in which every time is shown. */
export const TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone

export const formatDay = (iso: string): string => DAY.format(new Date(iso))
export const formatMinute = (iso: string): string => MINUTE.format(new Date(iso))

const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z/

/** A sentence of the service that names moments as programs do, for people. */
export const withMinutes = (sentence: string): string =>
  sentence.replaceAll(new RegExp(MOMENT, 'g'), (moment) => formatMinute(moment))

/** As a field for a day and a time takes it, in the reader's time zone; its minute has begun by then. */
export function inputOf(iso: string): string {
  const date = new Date(iso)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

export const minuteBefore = (iso: string): string => new Date(Date.parse(iso) - 60_000).toISOString()

/** The first moment that a sentence of the service names. */
export const momentIn = (sentence: string): string | undefined => MOMENT.exec(sentence)?.[0]

interface TimeProps {
  readonly at: string | null | undefined
  readonly to?: keyof typeof TIMES
}

/** A moment in the reader's own time zone; exact when pointed at. */
export function Time({ at, to = 'minute' }: TimeProps) {
  if (!at) return <span>–</span>
  const date = new Date(at)
  return (
    <time dateTime={at} title={EXACT.format(date)}>
      {TIMES[to].format(date)}
    </time>
  )
}
