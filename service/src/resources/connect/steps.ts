import { problem, validationFailed } from '../../kernel/errors.ts'
import { iso } from '../../kernel/time.ts'
import type { Tx } from '../../platform/database.ts'
import { countTry, type TryLimit } from '../../platform/tries.ts'
import type { Applicant } from '../../rails/identity/port.ts'
import {
  type ConnectionType,
  type ContractDecision,
  changePermissions,
  completeConnect,
  type GivenPermission,
  isSameHolder,
  methodsOffered,
  needsDirect,
  standingGrants,
} from '../account-connections/index.ts'
import { updateCreator } from '../creators/index.ts'
import { decidedMeanwhile } from './late-answers.ts'
import {
  backOf,
  type Decision,
  type Draft,
  ended,
  type Facts,
  identityOf,
  isSignedIn,
  ownerOf,
  say,
  stepOf,
  withBank,
} from './model.ts'
import type { ApplicationInput, BankInput, VerificationInput } from './schema.ts'
import { type ConnectDeps, loadFacts, requireStep, takeStep } from './session.ts'
import { insertCheck, type SessionRow } from './store.ts'

const invalid = (param: string, code: string, message: string) => validationFailed([{ param, code, message }])

export function welcome(session: SessionRow, hasAccount: boolean, deps: ConnectDeps): Promise<Facts> {
  return takeStep(
    session,
    'welcome',
    async (_tx, { draft }) => {
      const greeted = say(draft, 'welcome')
      return hasAccount ? say({ ...greeted, method: 'direct' }, 'method') : greeted
    },
    deps,
  )
}

export function chooseMethod(session: SessionRow, method: ConnectionType, deps: ConnectDeps): Promise<Facts> {
  return takeStep(
    session,
    'method',
    async (_tx, { draft, connection, tenant }) => {
      const offered = methodsOffered(connection.requested_permissions, tenant)
      if (!offered.includes(method)) {
        const allowed = offered.map((one) => `\`${one}\``).join(', ')
        throw invalid('method', 'invalid_value', `must be one of ${allowed}`)
      }
      return say({ ...draft, method }, 'method')
    },
    deps,
  )
}

export function enterBank(session: SessionRow, bank: BankInput, deps: ConnectDeps): Promise<Facts> {
  return takeStep(session, 'bank', async (_tx, { draft }) => withBank(draft, bank), deps)
}

const CHECKS: TryLimit = { name: 'identity checks', max: 10, seconds: 86_400 }
const ADULT_YEARS = 18

function requireAdult(date: string, now: Date): void {
  const born = new Date(`${date}T00:00:00Z`)
  const comesOfAge = new Date(Date.UTC(born.getUTCFullYear() + ADULT_YEARS, born.getUTCMonth(), born.getUTCDate()))
  if (now < comesOfAge) throw invalid('date_of_birth', 'out_of_range', 'must be at least 18 years ago')
  if (born.getUTCFullYear() < 1900) throw invalid('date_of_birth', 'out_of_range', 'must be after 1900')
}

/** The check is asked for outside of any transaction; what it said is applied if the step is still the current one. */
async function check(
  session: SessionRow,
  step: 'application' | 'verification',
  applicantOf: (facts: Facts) => Applicant,
  deps: ConnectDeps,
): Promise<Facts> {
  const before = await loadFacts(deps.database.sql, session, deps)
  requireStep(before, step)
  const applicant = applicantOf(before)
  requireAdult(applicant.date_of_birth, before.tenant.now)
  await countTry(deps.database.sql, deps.vault, CHECKS, before.creator?.id ?? session.id)
  const key = checkKey(session, applicant, deps)
  await insertCheck(deps.database.sql, session.tenant_id, key, before.connection.id)
  const verdict = await deps.identity.check(applicant, key)
  return takeStep(
    session,
    step,
    async (tx, facts) => {
      if (verdict !== 'failed') requireHolder(facts, applicant)
      // The accounts before the creator's row, as at the end of Connect: the other way round the two could wait for each other.
      if (verdict === 'failed') await reject(tx, session, facts, deps)
      if (facts.creator) await recordIdentity(tx, facts, applicant, verdict, deps)
      return say({ ...facts.draft, identity: verdict }, step)
    },
    deps,
  )
}

/** Nobody is verified for the bank account of another. */
function requireHolder({ draft: { method, bank } }: Facts, applicant: Applicant): void {
  if (method !== 'ach' || !bank || isSameHolder(bank, applicant)) return
  throw invalid('first_name', 'invalid_value', 'must be the person whose bank account was entered, with the same SSN')
}

/** The same person checked twice in a session is one check; another name is another. */
const checkKey = ({ id }: SessionRow, applicant: Applicant, { vault }: ConnectDeps): string =>
  vault.digest('identity check', `${id} ${JSON.stringify(applicant)}`).toString('base64url')

async function recordIdentity(
  tx: Tx,
  { creator, tenant }: Facts,
  applicant: Applicant,
  identity: 'passed' | 'review' | 'failed',
  { vault }: ConnectDeps,
): Promise<void> {
  if (!creator || creator.identity === 'passed') return
  const place = { tenant: tenant.bank_id, row: creator.id, field: 'person' }
  await updateCreator(tx, creator, {
    identity,
    person_sealed: vault.seal(place, JSON.stringify(applicant)),
    ...(identity === 'failed' ? {} : { first_name: applicant.first_name, last_name: applicant.last_name }),
  })
}

/** As after a check that failed later. A connection that is active stays as it is. */
async function reject(tx: Tx, session: SessionRow, { draft, connection }: Facts, deps: ConnectDeps): Promise<void> {
  if (connection.status === 'active' || !draft.method) return
  await completeConnect(tx, session.tenant_id, connection.id, { type: draft.method, outcome: 'rejected' }, deps)
}

export const apply = (session: SessionRow, input: ApplicationInput, deps: ConnectDeps): Promise<Facts> =>
  check(session, 'application', () => input, deps)

export const ssnNeeded = ({ draft }: Facts): boolean => draft.method !== 'ach' || draft.bank === undefined

export const verify = (session: SessionRow, { ssn, ...person }: VerificationInput, deps: ConnectDeps): Promise<Facts> =>
  check(
    session,
    'verification',
    (facts) => {
      const known = ssn ?? (ssnNeeded(facts) ? undefined : facts.draft.bank?.ssn)
      if (known === undefined) throw invalid('ssn', 'required', 'is required')
      return { ...person, ssn: known }
    },
    deps,
  )

/** Accepting lets the enterprise take money out of an account: it needs one, and its owner. */
export const isAcceptable = (facts: Facts): boolean =>
  facts.draft.intent === 'contracts'
    ? facts.connection.type === 'direct' && isSignedIn(facts)
    : facts.draft.method === 'direct'

export function decideContract(
  session: SessionRow,
  id: string,
  decision: Decision,
  ip: string,
  deps: ConnectDeps,
): Promise<Facts> {
  return takeStep(
    session,
    'contract',
    async (tx, facts) => {
      const { draft, contracts, connection, tenant } = facts
      if (!contracts.some((contract) => contract.id === id))
        throw problem('not_found', 'This agreement does not wait any more.')
      if (decision === 'accept' && !isAcceptable(facts)) {
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

function requireGivable(
  given: readonly GivenPermission[],
  allowed: readonly string[],
  type: ConnectionType | null,
  now: Date,
): void {
  const names = new Set<string>()
  for (const [index, { name, expires_at }] of given.entries()) {
    if (!allowed.includes(name)) throw invalid(`permissions.${index}.name`, 'invalid_value', 'must have been requested')
    if (names.has(name)) throw invalid(`permissions.${index}.name`, 'duplicate', 'must not be there twice')
    names.add(name)
    if (needsDirect(name) && type !== 'direct') {
      throw invalid(`permissions.${index}.name`, 'invalid_value', 'needs a Tributary account')
    }
    if (expires_at !== undefined && new Date(expires_at) <= now) {
      throw invalid(`permissions.${index}.expires_at`, 'out_of_range', 'must be in the future')
    }
  }
}

/** The end of Connect, by the same command as everywhere. */
export function grant(
  session: SessionRow,
  permissions: readonly GivenPermission[],
  ip: string,
  deps: ConnectDeps,
): Promise<Facts> {
  return takeStep(
    session,
    'review',
    async (tx, facts) => {
      const { draft, connection, tenant, creator } = facts
      const type = draft.method as ConnectionType
      requireGivable(permissions, connection.requested_permissions, type, tenant.now)
      const identity = type === 'ach' ? draft.identity : identityOf(facts)
      const outcome = identity === 'review' ? 'review' : 'approved'
      const decided = await completeConnect(
        tx,
        session.tenant_id,
        connection.id,
        {
          type,
          outcome,
          permissions,
          contracts: decisionsOf(facts, ip),
          ...(type === 'ach' ? bankOf(draft) : creator ? { creator: creator.id } : {}),
          ...(type === 'ach' && draft.said.includes('verification') ? { verified: true } : {}),
        },
        deps,
      )
      const { status } = await decidedMeanwhile(tx, session.tenant_id, decided, deps)
      return ended(draft, status === 'active' ? 'active' : 'pending')
    },
    deps,
  )
}

const bankOf = ({ bank }: Draft) => (bank ? { bank } : {})

/** Of those that still wait. */
function decisionsOf({ draft, contracts, tenant }: Facts, ip: string): ContractDecision[] {
  return contracts.flatMap(({ id }) => {
    const decision = draft.decisions[id]
    return decision === 'accept' || decision === 'decline' ? [{ contract: id, decision, ip, at: iso(tenant.now) }] : []
  })
}

/** In edit mode: fewer is always possible; more needs the owner of the account. */
export function setPermissions(
  session: SessionRow,
  permissions: readonly GivenPermission[],
  deps: ConnectDeps,
): Promise<Facts> {
  return takeStep(
    session,
    'overview',
    async (tx, facts) => {
      const { draft, connection, tenant } = facts
      const held = heldPermissions(facts)
      const allowed = [...connection.requested_permissions, ...held.map(({ name }) => name)]
      requireGivable(permissions, allowed, connection.type, tenant.now)
      if (permissions.some((given) => isMore(given, held)) && ownerOf(facts) !== null && !isSignedIn(facts)) {
        throw problem('sign_in_required', 'Sign in first: only the owner of the account can give more permissions.')
      }
      await changePermissions(tx, session.tenant_id, connection.id, permissions, deps)
      return draft
    },
    deps,
  )
}

/** Granted and not past its end. */
export const heldPermissions = ({ connection, tenant }: Facts): GivenPermission[] =>
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
): Promise<Facts> {
  return takeStep(
    session,
    'overview',
    async (_tx, { draft, connection }) => {
      if (next === 'done') return ended(draft, 'active')
      if (next === 'sign_in' && connection.creator_id === null) {
        throw invalid('next', 'invalid_value', 'cannot be `sign_in`: this connection has no login')
      }
      // What was put off is asked for again.
      return { ...say(draft, 'overview'), intent: next, decisions: {} }
    },
    deps,
  )
}

export function goBack(session: SessionRow, deps: ConnectDeps): Promise<Facts> {
  return takeStep(
    session,
    null,
    async (_tx, facts) => {
      const back = backOf(facts)
      if (!back) throw problem('invalid_state', `There is nothing to go back to from \`${stepOf(facts)}\`.`)
      return back.draft
    },
    deps,
  )
}
