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

/** A sentence of the service that names moments as programs do, for people. */
export const withMinutes = (sentence: string): string =>
  sentence.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (moment) => formatMinute(moment))

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
