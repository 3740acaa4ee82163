import type { Id } from '../../kernel/ids.ts'
import type { TenantSettings } from '../../tenants/index.ts'
import { type ConnectionRow, type ConnectionType, isSameHolder } from '../account-connections/index.ts'
import type { CreatorRow } from '../creators/index.ts'
import type { WaitingContract } from './contracts.ts'
import type { ApplicationInput, BankInput } from './schema.ts'

export const LINK_MINUTES = 10
export const INVITE_HOURS = 72
export const ATTEMPTS_MAX = 3

export type LinkKind = 'link' | 'invite'
export type LinkStatus = 'usable' | 'expired' | 'used' | 'dead' | 'closed'

/** What a link or invite is worth now. A deleted connection has nothing left to connect. */
export function linkStatus(link: {
  readonly used_at: Date | null
  readonly expires_at: Date
  readonly attempts: number
  readonly deleted: boolean
  readonly now: Date
}): LinkStatus {
  if (link.deleted) return 'closed'
  if (link.used_at !== null) return 'used'
  if (link.attempts >= ATTEMPTS_MAX) return 'dead'
  return link.now < link.expires_at ? 'usable' : 'expired'
}

export type Step =
  | 'overview'
  | 'welcome'
  | 'method'
  | 'sign_in'
  | 'mobile'
  | 'code'
  | 'application'
  | 'bank'
  | 'verification'
  | 'contract'
  | 'review'
  | 'rejected'
  | 'done'

/** A screen that is behind because the creator said so; the others are behind when something has become true. */
type Said = 'overview' | 'welcome' | 'method' | 'application' | 'bank' | 'verification'

export type Decision = 'accept' | 'decline' | 'later'

/** What the creator has said so far. */
export interface Draft {
  readonly mode: 'onboard' | 'edit'
  readonly said: readonly Said[]
  /** Where edit mode went from its overview. */
  readonly intent: 'method' | 'contracts' | 'sign_in' | null
  readonly method?: ConnectionType
  readonly login?: { readonly creator: Id<'creator'>; readonly secondFactor: boolean }
  /** Entered in this session; the login's own once a code has verified it. */
  readonly mobile?: string
  /** What the check said that was made in this session. */
  readonly identity?: 'passed' | 'review' | 'failed'
  readonly application?: ApplicationInput
  readonly bank?: BankInput
  readonly decisions: Readonly<Record<string, Decision>>
  readonly outcome?: 'active' | 'pending'
}

export const newDraft = (status: ConnectionRow['status']): Draft => ({
  mode: status === 'active' ? 'edit' : 'onboard',
  said: [],
  intent: null,
  decisions: {},
  ...(status === 'pending' ? { outcome: 'pending' } : {}),
})

/** The draft, and what is true around it. */
export interface Facts {
  readonly draft: Draft
  readonly connection: ConnectionRow
  readonly tenant: TenantSettings
  /** Whoever signed in, if anybody did. */
  readonly creator: CreatorRow | undefined
  readonly contracts: readonly WaitingContract[]
  /** Whoever's bank account it is was verified before. */
  readonly verified: boolean
}

/** Another session has ended Connect since this one began: what it would change is no longer its own to change. */
export const isOvertaken = ({ mode, outcome }: Draft, { status }: Pick<ConnectionRow, 'status'>): boolean =>
  mode === 'onboard' && outcome === undefined && status !== 'created'

/** The login that an active connection belongs to, as it is now: nobody else may change where its money goes. */
export const ownerOf = ({ connection }: Facts): Id<'creator'> | null =>
  connection.status === 'active' && connection.type !== 'ach' ? connection.creator_id : null

/** Whoever has signed in may change this connection. */
const isRightLogin = (facts: Facts): boolean => {
  const owner = ownerOf(facts)
  return facts.draft.login !== undefined && (owner === null || owner === facts.draft.login.creator)
}

export const isSignedIn = (facts: Facts): boolean => isRightLogin(facts) && facts.draft.login?.secondFactor === true

function needsSignIn(facts: Facts, method: ConnectionType | undefined): boolean {
  const { intent } = facts.draft
  if (intent === 'sign_in' || intent === 'contracts') return ownerOf(facts) !== null
  return (method !== undefined && method !== 'ach') || ownerOf(facts) !== null
}

/** Until somebody has signed in, they count as new unless there is an owner: a way may get shorter, never longer. */
function needsMobile(facts: Facts): boolean {
  const { draft, creator } = facts
  if (!creator) return ownerOf(facts) === null
  return creator.mobile === null || draft.mobile !== undefined
}

/** What is known of who somebody is, by this session's check or an earlier one. */
export function identityOf({ draft, creator }: Facts): 'passed' | 'review' | 'failed' | undefined {
  if (draft.identity) return draft.identity
  return creator?.identity === 'passed' || creator?.identity === 'review' ? creator.identity : undefined
}

const saidIn = ({ draft }: Facts, step: Said): boolean => draft.said.includes(step)

function needsApplication(facts: Facts, method: ConnectionType | undefined): boolean {
  return method === 'direct' && (saidIn(facts, 'application') || identityOf(facts) === undefined)
}

function needsVerification(facts: Facts, method: ConnectionType | undefined): boolean {
  if (!facts.tenant.creator_verification_required || method === undefined || method === 'direct') return false
  if (saidIn(facts, 'verification')) return true
  return method === 'ach' ? !facts.verified : identityOf(facts) === undefined
}

/** Every screen of the way that the creator has taken, in order. */
export function pathOf(facts: Facts, method = facts.draft.method): Step[] {
  const { draft, contracts } = facts
  const start: Step = draft.mode === 'edit' ? 'overview' : 'welcome'
  if (draft.mode === 'edit' && draft.intent === null) return [start, 'done']
  const changing = draft.mode === 'onboard' || draft.intent === 'method'
  const parts: [boolean, ...Step[]][] = [
    [true, start],
    [changing, 'method'],
    [needsSignIn(facts, method), 'sign_in'],
    [needsSignIn(facts, method) && needsMobile(facts), 'mobile'],
    [needsSignIn(facts, method), 'code'],
    [changing && needsApplication(facts, method), 'application'],
    [changing && method === 'ach', 'bank'],
    [changing && needsVerification(facts, method), 'verification'],
    [contracts.length > 0 && draft.intent !== 'sign_in', 'contract'],
    [changing, 'review'],
    [true, 'done'],
  ]
  return parts.flatMap(([comes, ...steps]) => (comes ? steps : []))
}

function isBehind(facts: Facts, step: Step): boolean {
  const { draft, contracts } = facts
  switch (step) {
    case 'sign_in':
      return isRightLogin(facts)
    case 'mobile':
      return draft.mobile !== undefined
    case 'code':
      return isSignedIn(facts)
    case 'contract':
      return contracts.every(({ id }) => draft.decisions[id] !== undefined)
    case 'review':
    case 'rejected':
    case 'done':
      return false
    default:
      return draft.said.includes(step)
  }
}

/**
 * The screen that comes next. A failed check ends the way; so does one that stays open for a connection that is active:
 * it stays as it is.
 */
export function stepOf(facts: Facts): Step {
  const { draft } = facts
  if (draft.outcome) return 'done'
  if (draft.identity === 'failed') return 'rejected'
  const next = pathOf(facts).find((step) => !isBehind(facts, step)) ?? 'done'
  if (next === 'review' && draft.mode === 'edit' && identityOf(facts) === 'review' && draft.method !== 'ach') {
    return 'rejected'
  }
  return next
}

/** Edit mode returns to its overview when what it went for is done. */
export function settleIntent(facts: Facts): Draft {
  const { draft } = facts
  const { intent } = draft
  if (draft.outcome || (intent !== 'contracts' && intent !== 'sign_in') || stepOf(facts) !== 'done') return draft
  return { ...draft, intent: null, said: [] }
}

const without = (draft: Draft, ...steps: Said[]): readonly Said[] => draft.said.filter((step) => !steps.includes(step))

/** Before the second factor has passed, going back means to be nobody again. */
function signedOut({ login: _login, mobile: _mobile, ...draft }: Draft): Draft {
  return draft
}

/** Leads back to the way of being paid: what was checked and decided belongs to the way it was for. */
function atMethod({ identity: _identity, ...draft }: Draft): Draft {
  return { ...draft, decisions: {}, said: without(draft, 'method', 'application', 'bank', 'verification') }
}

/** A way that the enterprise has withdrawn since it was chosen is chosen anew. */
export function withOffered(draft: Draft, offered: readonly ConnectionType[]): Draft {
  if (draft.outcome || draft.method === undefined || offered.includes(draft.method)) return draft
  const { method: _method, ...rest } = atMethod(draft)
  return rest
}

/** What was checked belongs to the person whose bank account it was. */
export function withBank(draft: Draft, bank: BankInput): Draft {
  if (draft.bank && isSameHolder(draft.bank, bank)) return say({ ...draft, bank }, 'bank')
  const { identity: _identity, ...rest } = draft
  return say({ ...rest, bank, said: without(draft, 'verification') }, 'bank')
}

/** Where each screen goes back to, and what the creator has then not said yet. */
export function backOf(facts: Facts): { readonly step: Step; readonly draft: Draft } | undefined {
  const { draft } = facts
  const step = stepOf(facts)
  if (draft.outcome || step === 'overview' || step === 'welcome') return undefined
  if (step === 'rejected') return { step: 'method', draft: atMethod(draft) }
  if (step === 'code' && draft.mobile !== undefined) {
    const { mobile: _mobile, ...rest } = draft
    return { step: 'mobile', draft: rest }
  }
  if (step === 'code' || step === 'mobile') return { step: 'sign_in', draft: signedOut(draft) }
  return backToSaid(facts, step)
}

function backToSaid(facts: Facts, step: Step): { readonly step: Step; readonly draft: Draft } | undefined {
  const { draft } = facts
  const path = pathOf(facts)
  const before = path.slice(0, path.indexOf(step)).reverse()
  // A sign-in or a check that has passed stays passed; a screen that only shows it would be a dead end.
  const passed = (candidate: Step) => ['sign_in', 'mobile', 'code', 'application', 'verification'].includes(candidate)
  const target = before.find((candidate) => !passed(candidate))
  if (target === undefined) return undefined
  if (target === 'method') return { step: target, draft: atMethod(draft) }
  if (target === 'contract') return { step: target, draft: { ...draft, decisions: {} } }
  if (target === 'overview') return { step: target, draft: { ...draft, intent: null, said: [] } }
  return { step: target, draft: { ...draft, said: without(draft, target as Said) } }
}

export const say = (draft: Draft, step: Said): Draft => ({ ...draft, said: [...without(draft, step), step] })

/** Nothing personal outlives the session. */
export const ended = ({ mode }: Draft, outcome: 'active' | 'pending'): Draft => ({
  mode,
  said: [],
  intent: null,
  decisions: {},
  outcome,
})
