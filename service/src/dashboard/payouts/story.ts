import type { StoryStep } from '../../../../contracts/dashboard/payout-story.ts'
import type { ActivityEntry } from '../../kernel/activity.ts'
import { iso } from '../../kernel/time.ts'
import type { ExpectedSteps, ShownPayout } from '../../resources/payouts/index.ts'

type StoryPayout = Pick<ShownPayout, 'status' | 'type' | 'activity' | 'created_at' | 'approval'>

const ARRIVED = {
  direct: 'In the creator’s Tributary account',
  wallet: 'In the creator’s wallet',
  ach: 'In the creator’s bank account',
  unclaimed: 'With the creator',
} as const

/**
 * The life of a payout in four lines at most: created; what it waited or waits for; on its way, or handed to the bank; with
 * the creator, or how it ended. Lines that have come have their time, the others the time that is expected.
 */
export function storyOf(payout: StoryPayout, expected: ExpectedSteps): readonly StoryStep[] {
  const created: StoryStep = { title: 'Created', state: 'done', at: iso(payout.created_at) }
  const gate = gateOf(payout, expected)
  const onItsWay = step('On its way', momentOf(payout, 'pending'), expected.initiatedAt, willFail(expected))
  const handed = step('Handed to the bank', momentOf(payout, 'sent'), expected.sentAt)
  // With ACH the bank's batch says more than the moment at which the payout was queued for it.
  const between = payout.type === 'ach' ? [gate ?? onItsWay, handed] : [...(gate ? [gate] : []), onItsWay]
  const lines = [created, ...between]
  const end = endOf(payout)
  return end ? [...lines.filter(({ state }) => state === 'done'), end] : [...lines, arrivalOf(payout, expected)]
}

const momentOf = ({ activity }: StoryPayout, status: string): string | undefined =>
  activity.find((entry) => entry.status === status && entry.type === 'status_change')?.date

function step(title: string, came: string | undefined, expected: Date | undefined, detail?: string): StoryStep {
  if (came !== undefined) return { title, state: 'done', at: came }
  return {
    title,
    state: 'expected',
    ...(expected ? { at: iso(expected) } : {}),
    ...(detail === undefined ? {} : { detail }),
  }
}

const willFail = ({ willFail: isDoomed }: ExpectedSteps): string | undefined =>
  isDoomed ? 'As things are it would fail: the creator no longer allows to be paid.' : undefined

/** The creator or other people decide whether it goes on. */
function gateOf({ status, type, activity, approval }: StoryPayout, { endsAt }: ExpectedSteps): StoryStep | undefined {
  const until = endsAt ? { until: iso(endsAt) } : {}
  if (status === 'ready' && approval?.status === 'awaiting') {
    return { title: 'Approved by others', state: 'expected', ...until }
  }
  if (status === 'ready' && type === 'unclaimed')
    return { title: 'Claimed by the creator', state: 'expected', ...until }
  const passed = activity.findLast(({ entry }) => /^(Approved by|Claimed)/.test(entry))
  if (!passed) return undefined
  return { title: passed.entry.replace(/^Claimed.*/, 'Claimed by the creator'), state: 'done', at: passed.date }
}

/** With ACH silence is the answer: the bank reports returns, not arrivals. */
function arrivalOf(payout: StoryPayout, { arrivesAt }: ExpectedSteps): StoryStep {
  const title = ARRIVED[payout.type]
  if (payout.type !== 'ach' || payout.status !== 'sent') return step(title, momentOf(payout, 'sent'), arrivesAt)
  return { title, state: 'expected', detail: 'Within a few business days. A return would show here.' }
}

const ENDS: Readonly<Record<string, string>> = {
  error: 'Failed',
  returned: 'Returned by the bank',
  canceled: 'Canceled',
}

function endOf({ status, activity }: StoryPayout): StoryStep | undefined {
  const title = ENDS[status]
  if (title === undefined) return undefined
  const last = activity.findLast((entry) => entry.status === status && entry.type !== 'transfer')
  return { title, state: 'failed', ...(last ? { at: last.date, ...reasonOf(last, title) } : {}) }
}

/** The log's entry without the words that the title has already: `Canceled: not claimed` is `Not claimed`. */
function reasonOf({ entry, code }: ActivityEntry, title: string): { detail?: string } {
  if (entry === title) return {}
  const words = entry.startsWith(`${title}: `) ? entry.slice(title.length + 2) : entry
  const sentence = `${words.charAt(0).toUpperCase()}${words.slice(1)}`
  return { detail: code ? `${sentence} (${code})` : sentence }
}
