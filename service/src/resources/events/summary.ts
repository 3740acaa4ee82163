import type { EventDetails } from './model.ts'

/** The verb before an activity entry that begins with this word. Entries that begin otherwise follow a colon. */
const VERBS: Readonly<Record<string, string>> = {
  Accepted: 'was ',
  Activated: 'was ',
  Being: 'is ',
  Canceled: 'was ',
  Claimed: 'was ',
  Completed: 'was ',
  Declined: 'was ',
  Deleted: 'was ',
  Expired: '',
  Failed: '',
  Paid: 'was ',
  Refunded: 'was ',
  Rejected: 'was ',
  Returned: 'was ',
  Reversed: 'was ',
  Sent: 'was ',
  Settled: 'was ',
  Submitted: 'was ',
  Terminated: 'was ',
}

const inSmall = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** The sentence about an event: the resource, and what its activity says of the change or which fields changed. */
export function summarize(title: string, { changes = {}, note }: EventDetails): string {
  if (note === undefined) {
    const names = Object.keys(changes).map((name) => name.replaceAll('_', ' '))
    return `${title} was updated${names.length === 0 ? '' : `: ${names.join(', ')}`}.`
  }
  const verb = VERBS[/^\w+/.exec(note)?.[0] ?? '']
  return verb === undefined ? `${title}: ${inSmall(note)}.` : `${title} ${verb}${inSmall(note)}.`
}
