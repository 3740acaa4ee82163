import type { Step } from '../../../../contracts/connect.ts'
import type { Id } from '../../kernel/ids.ts'
import type { IdentityLevel, TenantSettings } from '../../tenants/index.ts'
import { type ConnectionRow, type ConnectionType, isSameHolder, methodsOffered } from '../account-connections/index.ts'
import type { CreatorRow } from '../creators/index.ts'
import type { WaitingContract } from './contracts.ts'
import type { ApplicationInput, BankInput } from './schema.ts'

export const LINK_MINUTES = 10
export const INVITE_HOURS = 72
export const ATTEMPTS_MAX = 3

export type LinkKind = 'link' | 'invite'
export type LinkStatus = 'usable' | 'expired' | 'used' | 'dead' | 'closed'

/** `dead`: an invite with too many wrong answers. `closed`: the connection is deleted. */
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

/** An invite that has ended by itself: its creator may ask for another. After wrong answers the enterprise decides. */
export function isRenewable(link: Parameters<typeof linkStatus>[0] & { readonly kind: LinkKind }): boolean {
  const status = linkStatus(link)
  return link.kind === 'invite' && (status === 'expired' || status === 'used')
}

export type { Step }

/** A step that is complete once the creator has submitted it. The other steps follow from the context: see `isComplete`. */
type SubmittedStep = 'overview' | 'welcome' | 'method' | 'application' | 'bank' | 'verification'

export type Decision = 'accept' | 'decline' | 'later'

/** The creator's entries so far. */
export interface Draft {
  readonly mode: 'onboard' | 'edit'
  readonly submitted: readonly SubmittedStep[]
  /** In edit mode: the choice made at the overview. */
  readonly intent: 'method' | 'contracts' | 'sign_in' | null
  readonly method?: ConnectionType
  /** `isNew`: created in this session, so that the proof of its address stays a screen of it. */
  readonly login?: { readonly creator: Id<'creator'>; readonly secondFactor: boolean; readonly isNew?: boolean }
  /** A login that exists once its e-mail address is proven. */
  readonly newLogin?: { readonly email: string; readonly passwordHash: string }
  /** Entered in this session; stored with the login once a code has verified it. */
  readonly mobile?: string
  /** The verdict of the identity check made in this session. */
  readonly identity?: 'passed' | 'review' | 'failed'
  readonly application?: ApplicationInput
  readonly bank?: BankInput
  readonly decisions: Readonly<Record<string, Decision>>
  readonly outcome?: 'active' | 'pending'
  /** In edit mode: an event of the connection was recorded in this session. */
  readonly announced?: boolean
}

export const newDraft = (status: ConnectionRow['status']): Draft => ({
  mode: status === 'active' ? 'edit' : 'onboard',
  submitted: [],
  intent: null,
  decisions: {},
  ...(status === 'pending' ? { outcome: 'pending' } : {}),
})

/** The draft of a session, and the rows that its steps depend on. */
export interface ConnectContext {
  readonly draft: Draft
  readonly connection: ConnectionRow
  readonly tenant: TenantSettings
  /** The creator who has signed in, if one has. */
  readonly creator: CreatorRow | undefined
  readonly contracts: readonly WaitingContract[]
  /** The holder of the bank account has passed the verification before. */
  readonly verified: boolean
}

/** Another session has completed Connect since this one began; this one may no longer change the connection. */
export const isOvertaken = ({ mode, outcome }: Draft, { status }: Pick<ConnectionRow, 'status'>): boolean =>
  mode === 'onboard' && outcome === undefined && status !== 'created'

/** The creator an active connection belongs to. No other login may change where its money goes. */
export const ownerOf = ({ connection }: ConnectContext): Id<'creator'> | null =>
  connection.status === 'active' && connection.type !== 'ach' ? connection.creator_id : null

/** A creator has signed in, and may change this connection. */
const isRightLogin = (context: ConnectContext): boolean => {
  const owner = ownerOf(context)
  return context.draft.login !== undefined && (owner === null || owner === context.draft.login.creator)
}

export const isSignedIn = (context: ConnectContext): boolean =>
  isRightLogin(context) && context.draft.login?.secondFactor === true

function needsSignIn(context: ConnectContext, method: ConnectionType | undefined): boolean {
  const { intent } = context.draft
  if (intent === 'sign_in' || intent === 'contracts') return ownerOf(context) !== null
  return (method !== undefined && method !== 'ach') || ownerOf(context) !== null
}

/**
 * Before the sign-in, a creator counts as new (without a mobile number) unless the connection has an owner: the path may
 * get shorter after the sign-in, but not longer.
 */
function needsMobile(context: ConnectContext): boolean {
  const { draft, creator } = context
  if (!creator) return ownerOf(context) === null
  return creator.mobile === null || draft.mobile !== undefined
}

/** A login is created only by the code that was sent to its address. */
function needsEmailCode(context: ConnectContext): boolean {
  const { login, newLogin } = context.draft
  return login ? login.isNew === true : newLogin !== undefined || ownerOf(context) === null
}

/** The verdict of this session's identity check, or of an earlier one that has not failed. */
export function identityOf({ draft, creator }: ConnectContext): 'passed' | 'review' | 'failed' | undefined {
  if (draft.identity) return draft.identity
  return creator?.identity === 'passed' || creator?.identity === 'review' ? creator.identity : undefined
}

const isSubmitted = ({ draft }: ConnectContext, step: SubmittedStep): boolean => draft.submitted.includes(step)

function needsApplication(context: ConnectContext, method: ConnectionType | undefined): boolean {
  return method === 'direct' && (isSubmitted(context, 'application') || identityOf(context) === undefined)
}

/**
 * How a creator is identified for a payout method. An account is opened to nobody who is not identified in full; for the others
 * the enterprise's settings decide.
 */
export function levelOf({ tenant }: ConnectContext, method: ConnectionType | undefined): IdentityLevel {
  if (method === undefined) return 'none'
  if (method === 'direct') return 'full'
  const own = method === 'ach' ? tenant.identity_ach : tenant.identity_wallet
  return own ?? (tenant.creator_verification_required ? 'full' : 'none')
}

function needsVerification(context: ConnectContext, method: ConnectionType | undefined): boolean {
  if (method === 'direct' || levelOf(context, method) === 'none') return false
  if (isSubmitted(context, 'verification')) return true
  return method === 'ach' ? !context.verified : identityOf(context) === undefined
}

const offeredTo = ({ connection, tenant }: ConnectContext): readonly ConnectionType[] =>
  methodsOffered(connection.requested_permissions, tenant)

/** The steps from the first to the last, in order, for the payout method chosen. */
export function pathOf(context: ConnectContext, method = context.draft.method): Step[] {
  const { draft, contracts } = context
  const start: Step = draft.mode === 'edit' ? 'overview' : 'welcome'
  if (draft.mode === 'edit' && draft.intent === null) return [start, 'done']
  const changing = draft.mode === 'onboard' || draft.intent === 'method'
  const parts: [boolean, ...Step[]][] = [
    [true, start],
    [changing && offeredTo(context).length > 1, 'method'],
    [needsSignIn(context, method), 'sign_in'],
    [needsSignIn(context, method) && needsEmailCode(context), 'email_code'],
    [needsSignIn(context, method) && needsMobile(context), 'mobile'],
    [needsSignIn(context, method), 'code'],
    [changing && needsApplication(context, method), 'application'],
    [changing && method === 'ach', 'bank'],
    [changing && needsVerification(context, method), 'verification'],
    [contracts.length > 0 && draft.intent !== 'sign_in', 'contract'],
    [changing, 'review'],
    [true, 'done'],
  ]
  return parts.flatMap(([comes, ...steps]) => (comes ? steps : []))
}

function isComplete(context: ConnectContext, step: Step): boolean {
  const { draft, contracts } = context
  switch (step) {
    case 'sign_in':
      return isRightLogin(context) || draft.newLogin !== undefined
    case 'email_code':
      return isRightLogin(context)
    case 'mobile':
      return draft.mobile !== undefined
    case 'code':
      return isSignedIn(context)
    case 'contract':
      return contracts.every(({ id }) => draft.decisions[id] !== undefined)
    case 'review':
    case 'rejected':
    case 'done':
      return false
    default:
      return draft.submitted.includes(step)
  }
}

/**
 * The current step: the first that is not complete. A failed check ends the session. So does a check that stays open in
 * edit mode: the active connection stays as it is.
 */
export function stepOf(context: ConnectContext): Step {
  const { draft } = context
  if (draft.outcome) return 'done'
  if (draft.identity === 'failed') return 'rejected'
  const next = pathOf(context).find((step) => !isComplete(context, step)) ?? 'done'
  if (next === 'review' && draft.mode === 'edit' && identityOf(context) === 'review' && draft.method !== 'ach') {
    return 'rejected'
  }
  return next
}

/** In edit mode, the overview comes again when the choice made there is done. */
export function resetFinishedIntent(context: ConnectContext): Draft {
  const { draft } = context
  const { intent } = draft
  if (draft.outcome || (intent !== 'contracts' && intent !== 'sign_in') || stepOf(context) !== 'done') return draft
  return { ...draft, intent: null, submitted: [] }
}

const without = (draft: Draft, ...steps: SubmittedStep[]): readonly SubmittedStep[] =>
  draft.submitted.filter((step) => !steps.includes(step))

/** Going back before the second factor has passed signs the creator out. */
export function withoutLogin({ login: _login, newLogin: _newLogin, mobile: _mobile, ...draft }: Draft): Draft {
  return draft
}

/** Back at the choice of the payout method. Checks and decisions were made for the old method, and are dropped. */
function backToMethod({ identity: _identity, ...draft }: Draft): Draft {
  return { ...draft, decisions: {}, submitted: without(draft, 'method', 'application', 'bank', 'verification') }
}

/** A payout method that the enterprise has ceased to offer must be chosen again. */
export function withoutWithdrawnMethod(draft: Draft, offered: readonly ConnectionType[]): Draft {
  if (draft.outcome || draft.method === undefined || offered.includes(draft.method)) return draft
  const { method: _method, ...rest } = backToMethod(draft)
  return rest
}

/** A choice of one is no question: the method counts as chosen, and its screen is left out of the path. */
export function withOnlyMethod(draft: Draft, offered: readonly ConnectionType[]): Draft {
  const [only, ...others] = offered
  const choosing = draft.mode === 'onboard' || draft.intent === 'method'
  if (draft.outcome || !choosing || only === undefined || others.length > 0) return draft
  return markSubmitted({ ...draft, method: only }, 'method')
}

/** An identity check holds for one holder: a bank account of another person needs a new one. */
export function withBank(draft: Draft, bank: BankInput): Draft {
  if (draft.bank && isSameHolder(draft.bank, bank)) return markSubmitted({ ...draft, bank }, 'bank')
  const { identity: _identity, ...rest } = draft
  return markSubmitted({ ...rest, bank, submitted: without(draft, 'verification') }, 'bank')
}

/** The step that Back leads to, and the draft without the entries after it. */
export function backOf(context: ConnectContext): { readonly step: Step; readonly draft: Draft } | undefined {
  const { draft } = context
  const step = stepOf(context)
  if (draft.outcome || step === 'overview' || step === 'welcome') return undefined
  if (step === 'rejected') return backFromRejected(context)
  if (step === 'code' && draft.mobile !== undefined) {
    const { mobile: _mobile, ...rest } = draft
    return { step: 'mobile', draft: rest }
  }
  if (step === 'code' || step === 'mobile' || step === 'email_code') {
    return { step: 'sign_in', draft: withoutLogin(draft) }
  }
  return backToSubmitted(context, step)
}

/** Where there is one payout method alone, the form that the check was made of comes again, not the choice. */
function backFromRejected(context: ConnectContext): { readonly step: Step; readonly draft: Draft } {
  const draft = backToMethod(context.draft)
  const [only, ...others] = offeredTo(context)
  if (only === undefined || others.length > 0) return { step: 'method', draft }
  const again = withOnlyMethod(draft, [only])
  return { step: stepOf({ ...context, draft: again }), draft: again }
}

/** A passed sign-in or check is not repeated, so its step has nothing to do. */
const PASSED_ONCE: readonly Step[] = ['sign_in', 'email_code', 'mobile', 'code', 'application', 'verification']

function backToSubmitted(
  context: ConnectContext,
  step: Step,
): { readonly step: Step; readonly draft: Draft } | undefined {
  const { draft } = context
  const path = pathOf(context)
  const before = path.slice(0, path.indexOf(step)).reverse()
  const target = before.find((candidate) => !PASSED_ONCE.includes(candidate))
  if (target === undefined) return undefined
  if (target === 'method') return { step: target, draft: backToMethod(draft) }
  if (target === 'contract') return { step: target, draft: { ...draft, decisions: {} } }
  if (target === 'overview') return { step: target, draft: { ...draft, intent: null, submitted: [] } }
  return { step: target, draft: { ...draft, submitted: without(draft, target as SubmittedStep) } }
}

export const markSubmitted = (draft: Draft, step: SubmittedStep): Draft => ({
  ...draft,
  submitted: [...without(draft, step), step],
})

/** The draft after the end: the creator's personal data is erased. */
export const ended = ({ mode }: Draft, outcome: 'active' | 'pending'): Draft => ({
  mode,
  submitted: [],
  intent: null,
  decisions: {},
  outcome,
})
