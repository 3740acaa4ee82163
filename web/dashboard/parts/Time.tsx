const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const MINUTE = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
const EXACT = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' })
const TIMES = { day: DAY, minute: MINUTE }

export const formatDay = (iso: string): string => DAY.format(new Date(iso))
export const formatMinute = (iso: string): string => MINUTE.format(new Date(iso))

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
