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
const TIMES = { day: DAY, minute: MINUTE, second: SECOND }

/** The browser's time zone, in which every time is shown. */
export const TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone

export const formatDay = (iso: string): string => DAY.format(new Date(iso))
export const formatMinute = (iso: string): string => MINUTE.format(new Date(iso))

const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z/

/** Formats the ISO timestamps in a sentence of the service. */
export const withMinutes = (sentence: string): string =>
  sentence.replaceAll(new RegExp(MOMENT, 'g'), (moment) => formatMinute(moment))

/** The value of a `datetime-local` input, rounded down to the minute. */
export function inputOf(iso: string): string {
  const date = new Date(iso)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

export const minuteBefore = (iso: string): string => new Date(Date.parse(iso) - 60_000).toISOString()

/** The first ISO timestamp in a sentence of the service. */
export const momentIn = (sentence: string): string | undefined => MOMENT.exec(sentence)?.[0]

interface TimeProps {
  readonly at: string | null | undefined
  readonly to?: keyof typeof TIMES
}

/** A time in the browser's time zone; the tooltip shows it in full. */
export function Time({ at, to = 'minute' }: TimeProps) {
  if (!at) return <span>–</span>
  const date = new Date(at)
  return (
    <time dateTime={at} title={EXACT.format(date)}>
      {TIMES[to].format(date)}
    </time>
  )
}
