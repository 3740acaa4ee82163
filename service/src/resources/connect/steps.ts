import type { Consent } from '../../../../contracts/connect.ts'
import { problem, validationFailed } from '../../kernel/errors.ts'
import { iso } from '../../kernel/time.ts'
import type { Tx } from '../../platform/database.ts'
import { lockName } from '../../platform/locks.ts'
import { countTry, type TryLimit } from '../../platform/tries.ts'
import { type Applicant, type FullApplicant, isFull, type Verdict } from '../../rails/identity/port.ts'
import {
  announceConnection,
  type ConnectionType,
  type ContractDecision,
  changePermissions,
  completeConnect,
  type GivenPermission,
  isSameHolder,
  methodsOffered,
  requireGivable,
  standingGrants,
} from '../account-connections/index.ts'
import { type CreatorRow, lockCreator, recordIdentity } from '../creators/index.ts'
import { recordConsents } from './consents.ts'
import { claimSsn, flagSharedSsn, insertCheck } from './identity-checks.store.ts'
import { applyEarlyVerdict } from './late-verdicts.ts'
import {
  backOf,
  type ConnectContext,
  type Decision,
  type Draft,
  ended,
  identityOf,
  isSignedIn,
  levelOf,
  markSubmitted,
  ownerOf,
  stepOf,
  withBank,
} from './model.ts'
import type { ApplicationInput, BankInput, VerificationInput } from './schema.ts'
import { type ConnectDeps, loadContext, requireStep, takeStep } from './session.ts'
import type { SessionRow } from './store.ts'

const invalid = (param: string, code: string, message: string) => validationFailed([{ param, code, message }])

export function welcome(session: SessionRow, hasAccount: boolean, deps: ConnectDeps): Promise<ConnectContext> {
  return takeStep(
    session,
    'welcome',
    async (_tx, { draft }) => {
      const welcomed = markSubmitted(draft, 'welcome')
      return hasAccount ? markSubmitted({ ...welcomed, method: 'direct' }, 'method') : welcomed
    },
    deps,
  )
}

export function chooseMethod(session: SessionRow, method: ConnectionType, deps: ConnectDeps): Promise<ConnectContext> {
  return takeStep(
    session,
    'method',
    async (_tx, { draft, connection, tenant }) => {
      const offered = methodsOffered(connection.requested_permissions, tenant)
      if (!offered.includes(method)) {
        const allowed = offered.map((one) => `\`${one}\``).join(', ')
        throw invalid('method', 'invalid_value', `must be one of ${allowed}`)
      }
      return markSubmitted({ ...draft, method }, 'method')
    },
    deps,
  )
}

export function enterBank(session: SessionRow, bank: BankInput, deps: ConnectDeps): Promise<ConnectContext> {
  return takeStep(session, 'bank', async (_tx, { draft }) => withBank(draft, bank), deps)
}

const CHECK_LIMIT: TryLimit = { name: 'identity checks', max: 10, seconds: 86_400 }
const ADULT_YEARS = 18

function requireAdult(date: string, now: Date): void {
  const born = new Date(`${date}T00:00:00Z`)
  const comesOfAge = new Date(Date.UTC(born.getUTCFullYear() + ADULT_YEARS, born.getUTCMonth(), born.getUTCDate()))
  if (now < comesOfAge) throw invalid('date_of_birth', 'out_of_range', 'must be at least 18 years ago')
  if (born.getUTCFullYear() < 1900) throw invalid('date_of_birth', 'out_of_range', 'must be after 1900')
}

/** The provider is asked outside of any transaction; its verdict is applied if the step is still the current one. */
async function checkIdentity(
  session: SessionRow,
  step: 'application' | 'verification',
  applicantOf: (context: ConnectContext) => Applicant,
  deps: ConnectDeps,
): Promise<ConnectContext> {
  const before = await loadContext(deps.database.sql, session, deps)
  requireStep(before, step)
  const applicant = applicantOf(before)
  if (applicant.date_of_birth !== undefined) requireAdult(applicant.date_of_birth, before.tenant.now)
  await countTry(deps.database.sql, deps.vault, CHECK_LIMIT, before.creator?.id ?? session.id)
  const key = checkKey(session, applicant, deps)
  await insertCheck(deps.database.sql, session.tenant_id, key, before.connection.id)
  const answer = await deps.identity.check(applicant, key)
  return takeStep(
    session,
    step,
    async (tx, context) => {
      if (answer !== 'failed') requireHolder(context, applicant)
      const verdict = await withSharedSsn(tx, context, { applicant, answer, key }, session, deps)
      // Locks the accounts before the creator's row, as the end of Connect does; the other order could deadlock.
      if (verdict === 'failed') await rejectConnection(tx, session, context, deps)
      // A name alone is no identity that an account could be opened by.
      if (context.creator && isFull(applicant)) await storeVerdict(tx, context.creator, applicant, verdict, deps)
      return markSubmitted({ ...context.draft, identity: verdict }, step)
    },
    deps,
  )
}

interface Answered {
  readonly applicant: Applicant
  readonly answer: Verdict
  readonly key: string
}

const normalized = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

/** Programs that try a sandbox give one number to everybody. It is compared only if it begins like none that is issued. */
const SANDBOX_SHARED = '666'

/** The verdict, unless another person gave the same number: then an operator decides. A failed check claims no number. */
async function withSharedSsn(
  tx: Tx,
  { tenant }: ConnectContext,
  { applicant, answer, key }: Answered,
  session: SessionRow,
  { vault }: ConnectDeps,
): Promise<Verdict> {
  if (answer === 'failed' || !isFull(applicant)) return answer
  if (tenant.environment === 'sandbox' && !applicant.ssn.startsWith(SANDBOX_SHARED)) return answer
  const ssn = vault.digests('ssn', applicant.ssn)
  await lockName(tx, `ssn ${ssn[0].toString('base64url')}`)
  const { first_name, last_name, date_of_birth } = applicant
  const person = vault.digests('person', [normalized(first_name), normalized(last_name), date_of_birth].join('|'))
  if (!(await claimSsn(tx, tenant.bank_id, ssn, person))) return answer
  await flagSharedSsn(tx, session.tenant_id, key)
  return 'review'
}

/** The applicant must be the holder of the bank account. */
function requireHolder({ draft: { method, bank } }: ConnectContext, applicant: Applicant): void {
  if (method !== 'ach' || !bank) return
  // Without a number of their own, the applicant is compared by name.
  if (isSameHolder(bank, { ...applicant, ssn: applicant.ssn ?? bank.ssn })) return
  throw invalid('first_name', 'invalid_value', 'must be the person whose bank account was entered, with the same SSN')
}

/** Idempotent for one applicant in one session: the same details are one check, other details another. */
const checkKey = ({ id }: SessionRow, applicant: Applicant, { vault }: ConnectDeps): string =>
  vault.digest('identity check', `${id} ${JSON.stringify(applicant)}`).toString('base64url')

async function storeVerdict(
  tx: Tx,
  { tenant_id: bank, id }: CreatorRow,
  applicant: FullApplicant,
  verdict: Verdict,
  { vault }: ConnectDeps,
): Promise<void> {
  const { first_name, last_name } = applicant
  await recordIdentity(tx, await lockCreator(tx, bank, id), verdict, {
    person_sealed: vault.seal({ tenant: bank, row: id, field: 'person' }, JSON.stringify(applicant)),
    ...(verdict === 'failed' ? {} : { first_name, last_name }),
  })
}

/** The same as after a late verdict. An active connection stays as it is. */
async function rejectConnection(
  tx: Tx,
  session: SessionRow,
  { draft, connection }: ConnectContext,
  deps: ConnectDeps,
): Promise<void> {
  if (connection.status === 'active' || !draft.method) return
  await completeConnect(tx, session.tenant_id, connection.id, { type: draft.method, outcome: 'rejected' }, deps)
}

export const apply = (session: SessionRow, input: ApplicationInput, deps: ConnectDeps): Promise<ConnectContext> =>
  checkIdentity(session, 'application', () => input, deps)

export const ssnNeeded = (context: ConnectContext): boolean =>
  isByName(context) ? false : context.draft.method !== 'ach' || context.draft.bank === undefined

/** Whether the name alone is checked. */
export const isByName = (context: ConnectContext): boolean => levelOf(context, context.draft.method) === 'name'

export const verify = (
  session: SessionRow,
  { ssn, date_of_birth, first_name, last_name }: VerificationInput,
  deps: ConnectDeps,
): Promise<ConnectContext> =>
  checkIdentity(
    session,
    'verification',
    (context) => {
      if (isByName(context)) return { first_name, last_name }
      const known = ssn ?? (ssnNeeded(context) ? undefined : context.draft.bank?.ssn)
      if (date_of_birth === undefined) throw invalid('date_of_birth', 'required', 'is required')
      if (known === undefined) throw invalid('ssn', 'required', 'is required')
      return { first_name, last_name, date_of_birth, ssn: known }
    },
    deps,
  )

/** Accepting lets the enterprise debit deposits, so it needs a `direct` account and, in edit mode, its owner's sign-in. */
export const isAcceptable = (context: ConnectContext): boolean =>
  context.draft.intent === 'contracts'
    ? context.connection.type === 'direct' && isSignedIn(context)
    : context.draft.method === 'direct'

export function decideContract(
  session: SessionRow,
  id: string,
  decision: Decision,
  ip: string,
  deps: ConnectDeps,
): Promise<ConnectContext> {
  return takeStep(
    session,
    'contract',
    async (tx, context) => {
      const { draft, contracts, connection, tenant } = context
      if (!contracts.some((contract) => contract.id === id))
        throw problem('not_found', 'This agreement no longer waits for an answer.')
      if (decision === 'accept' && !isAcceptable(context)) {
        throw invalid('decision', 'invalid_value', 'cannot be `accept`: that needs a Tributary account')
      }
      if (draft.intent === 'contracts' && decision !== 'later') {
        await deps.contracts.decide(tx, session.tenant_id, connection.id, [
          { contract: id, decision, ip, at: iso(tenant.now) },
        ])
      }
      return { ...draft, decisions: { ...draft.decisions, [id]: decision } }
    },
    deps,
  )
}

export interface GrantInput {
  readonly permissions: readonly GivenPermission[]
  readonly consents: readonly Consent[]
  /** The language in which the documents were shown. */
  readonly language: 'en' | 'es'
}

/** The last step: completes Connect. */
export function grant(
  session: SessionRow,
  { permissions, consents, language }: GrantInput,
  ip: string,
  deps: ConnectDeps,
): Promise<ConnectContext> {
  return takeStep(
    session,
    'review',
    async (tx, context) => {
      await recordConsents(tx, session, context, { consents, language })
      const { draft, connection, tenant, creator } = context
      const type = draft.method as ConnectionType
      requireGivable(permissions, connection.requested_permissions, type, tenant.now)
      const identity = type === 'ach' ? draft.identity : identityOf(context)
      const outcome = identity === 'review' ? 'review' : 'approved'
      const decided = await completeConnect(
        tx,
        session.tenant_id,
        connection.id,
        {
          type,
          outcome,
          permissions,
          contracts: decisionsOf(context, ip),
          ...(type === 'ach' ? bankOf(draft) : creator ? { creator: creator.id } : {}),
          ...(type === 'ach' && draft.submitted.includes('verification') && !isByName(context)
            ? { verified: true }
            : {}),
        },
        deps,
      )
      const { status } = await applyEarlyVerdict(tx, session.tenant_id, decided, deps)
      return ended(draft, status === 'active' ? 'active' : 'pending')
    },
    deps,
  )
}

const bankOf = ({ bank }: Draft) => (bank ? { bank } : {})

/** The decisions about contracts that still wait. */
function decisionsOf({ draft, contracts, tenant }: ConnectContext, ip: string): ContractDecision[] {
  return contracts.flatMap(({ id }) => {
    const decision = draft.decisions[id]
    return decision === 'accept' || decision === 'decline' ? [{ contract: id, decision, ip, at: iso(tenant.now) }] : []
  })
}

/** In edit mode: anybody with the link may withdraw permissions, but only the account's owner may grant more. */
export function setPermissions(
  session: SessionRow,
  permissions: readonly GivenPermission[],
  deps: ConnectDeps,
): Promise<ConnectContext> {
  return takeStep(
    session,
    'overview',
    async (tx, context) => {
      const { draft, connection, tenant } = context
      const held = heldPermissions(context)
      const allowed = [...connection.requested_permissions, ...held.map(({ name }) => name)]
      requireGivable(permissions, allowed, connection.type, tenant.now)
      if (permissions.some((given) => isMore(given, held)) && ownerOf(context) !== null && !isSignedIn(context)) {
        throw problem('sign_in_required', 'Sign in first: only the owner of the account can give more permissions.')
      }
      await changePermissions(tx, session.tenant_id, connection.id, permissions, deps)
      return { ...draft, announced: true }
    },
    deps,
  )
}

/** Permissions that are granted and not expired. */
export const heldPermissions = ({ connection, tenant }: ConnectContext): GivenPermission[] =>
  standingGrants(connection, tenant.now)

function isMore({ name, expires_at }: GivenPermission, held: readonly GivenPermission[]): boolean {
  const before = held.find((permission) => permission.name === name)
  if (!before) return true
  if (before.expires_at === undefined) return false
  return expires_at === undefined || new Date(expires_at) > new Date(before.expires_at)
}

export function leaveOverview(
  session: SessionRow,
  next: 'method' | 'contracts' | 'sign_in' | 'done',
  deps: ConnectDeps,
): Promise<ConnectContext> {
  return takeStep(
    session,
    'overview',
    async (tx, context) => {
      const { draft, connection } = context
      if (next === 'done') {
        announceEdit(tx, context, session)
        return ended(draft, 'active')
      }
      if (next === 'sign_in' && connection.creator_id === null) {
        throw invalid('next', 'invalid_value', 'cannot be `sign_in`: this connection has no login')
      }
      // Contracts that were put off are shown again.
      return { ...markSubmitted(draft, 'overview'), intent: next, decisions: {} }
    },
    deps,
  )
}

/** The enterprise hears of the end of every edit flow, also of one that changed nothing. */
function announceEdit(tx: Tx, { draft, connection, tenant }: ConnectContext, session: SessionRow): void {
  if (draft.announced) return
  const details = { changes: {}, note: 'Connect was left by the creator without a change' }
  announceConnection(tx, session.tenant_id, connection, tenant.now, details)
}

/** The creator leaves edit mode without ending it. The session stays good, and does not announce itself again. */
export function leaveEdit(session: SessionRow, deps: ConnectDeps): Promise<ConnectContext> {
  return takeStep(
    session,
    null,
    async (tx, context) => {
      const { draft } = context
      if (draft.mode !== 'edit' || draft.outcome !== undefined) return draft
      announceEdit(tx, context, session)
      return { ...draft, announced: true }
    },
    deps,
  )
}

export function goBack(session: SessionRow, deps: ConnectDeps): Promise<ConnectContext> {
  return takeStep(
    session,
    null,
    async (_tx, context) => {
      const back = backOf(context)
      if (!back) throw problem('invalid_state', `There is nothing to go back to from \`${stepOf(context)}\`.`)
      return back.draft
    },
    deps,
  )
}
