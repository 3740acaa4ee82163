import type { Environment } from '../../kernel/environment.ts'
import { problem, validationFailed } from '../../kernel/errors.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import type { Database, Queryable, Tx } from '../../platform/database.ts'
import { couldBeToken, hashToken, newToken } from '../../platform/tokens.ts'
import { countTry, type TryLimit } from '../../platform/tries.ts'
import type { Vault } from '../../platform/vault.ts'
import type { NewCode } from '../../rails/codes/port.ts'
import type { IdentityRail } from '../../rails/identity/port.ts'
import { readTenant } from '../../tenants/index.ts'
import {
  type ConnectionDeps,
  type ConnectionRow,
  findConnection,
  isRightAnswer,
  isVerifiedHolder,
  lockConnection,
  methodsOffered,
} from '../account-connections/index.ts'
import { findCreator } from '../creators/index.ts'
import type { FramingDeps } from '../embed-origins/index.ts'
import type { Contracts, Reader } from './contracts.ts'
import {
  ATTEMPTS_MAX,
  type Draft,
  type Facts,
  isOvertaken,
  linkStatus,
  newDraft,
  type Step,
  settleIntent,
  stepOf,
  withOffered,
} from './model.ts'
import {
  consumeLink,
  findLink,
  findSession,
  insertSession,
  lockSession,
  type OpenLink,
  type SessionRow,
  saveDraft,
  takeAttempt,
} from './store.ts'

const SESSION_MINUTES = 120

/** Guesses at tokens: hopeless at 256 bits, and yet nobody should be let try. */
const UNKNOWN_TOKENS: TryLimit = { name: 'connect tokens by address', max: 100, seconds: 900 }

export interface ConnectDeps extends ConnectionDeps, FramingDeps {
  readonly database: Database
  readonly vault: Vault
  readonly environment: Environment
  readonly identity: IdentityRail
  readonly newCode: NewCode
  readonly contracts: Contracts
}

/** What a token is. 404, and counted, when it is nothing. */
export async function requireLink(token: string, address: string, deps: ConnectDeps): Promise<OpenLink> {
  const link = await linkOf(token, deps)
  if (link) return link
  await countTry(deps.database.sql, deps.vault, UNKNOWN_TOKENS, address)
  throw problem('not_found', 'This link is not one of ours; ask for a new one.')
}

export async function linkOf(
  token: string,
  { database, environment }: Pick<ConnectDeps, 'database' | 'environment'>,
): Promise<OpenLink | undefined> {
  return couldBeToken(token) ? findLink(database.sql, hashToken(token), environment) : undefined
}

/** What the first screen of a usable link says, before anything is consumed. */
export async function welcomeOf(link: OpenLink, deps: ConnectDeps): Promise<Facts | undefined> {
  if (link.kind === 'invite' || linkStatus(link) !== 'usable') return undefined
  const { sql } = deps.database
  const [connection, tenant] = await Promise.all([
    findConnection(sql, link.tenant_id, link.account_connection),
    readTenant(sql, link.tenant_id),
  ])
  if (!connection) return undefined
  const reader = { creator: connection.creator_id, accepted: [] }
  const contracts = await deps.contracts.waiting(sql, link.tenant_id, connection.id, reader)
  const verified = connection.verified_at !== null
  return { draft: newDraft(connection.status), connection, tenant, creator: undefined, contracts, verified }
}

const REASONS = {
  used: 'This link was used already; ask for a new one.',
  expired: 'This link has expired; ask for a new one.',
  dead: 'This invite can no longer be used; ask for a new one.',
  closed: 'The enterprise has closed this connection.',
} as const

function unusable(link: OpenLink) {
  const status = linkStatus(link)
  return problem('link_unusable', REASONS[status === 'usable' ? 'used' : status])
}

/** The creator's first action: of any number at once, one gets the session. */
export async function startSession(
  token: string,
  answer: string | undefined,
  address: string,
  deps: ConnectDeps,
): Promise<{ token: string; session: SessionRow; facts: Facts }> {
  const link = await requireLink(token, address, deps)
  if (linkStatus(link) !== 'usable') throw unusable(link)
  if (link.kind === 'invite' && answer === undefined) {
    throw validationFailed([{ param: 'answer', code: 'required', message: 'is required' }])
  }
  const started = await deps.database.transaction(async (tx) => {
    const connection = await findConnection(tx, link.tenant_id, link.account_connection)
    if (!connection) throw new Error(`the connection of link ${link.id} is gone`)
    if (link.kind === 'invite') {
      const taken = await takeAttempt(tx, link.tenant_id, link.id)
      if (!taken) return { unusable: true as const }
      // Said rather than thrown, so that the count is committed.
      if (!isRightAnswer(deps.vault, link.tenant_id, connection, answer as string)) {
        return { attemptsLeft: ATTEMPTS_MAX - taken.attempts }
      }
    }
    if (!(await consumeLink(tx, link.tenant_id, link.id))) return { unusable: true as const }
    return { session: await openSession(tx, link, connection, deps) }
  })
  if ('unusable' in started) throw unusable(await requireLink(token, address, deps))
  if ('attemptsLeft' in started) throw incorrectAnswer(started.attemptsLeft as number)
  const { secret, row } = started.session
  return { token: secret, session: row, facts: await loadFacts(deps.database.sql, row, deps) }
}

function incorrectAnswer(left: number) {
  const tries = left === 1 ? 'one try is' : `${left} tries are`
  return problem('incorrect_answer', {
    message:
      left > 0
        ? `That is not the answer; ${tries} left.`
        : 'That is not the answer, and this invite can no longer be used.',
    attempts_left: left,
  })
}

async function openSession(
  tx: Tx,
  link: OpenLink,
  connection: ConnectionRow,
  { vault }: ConnectDeps,
): Promise<{ secret: string; row: SessionRow }> {
  const id = newId('connectSession')
  const row = {
    tenant_id: link.tenant_id,
    id,
    link_id: link.id,
    account_connection: connection.id,
    return_url: link.return_url,
    draft_sealed: sealDraft(vault, link.tenant_id, id, newDraft(connection.status)),
  }
  const secret = newToken()
  await insertSession(tx, row, hashToken(secret), SESSION_MINUTES)
  return { secret, row }
}

const place = (tenant: TenantId, id: string) => ({ tenant, row: id, field: 'draft' })

const sealDraft = (vault: Vault, tenant: TenantId, id: string, draft: Draft): Buffer =>
  vault.seal(place(tenant, id), JSON.stringify(draft))

/** The session of a bearer token. */
export async function requireSession(authorization: string | undefined, deps: ConnectDeps): Promise<SessionRow> {
  const token = /^Bearer ([A-Za-z0-9_-]{43})$/i.exec(authorization ?? '')?.[1]
  const session = token ? await findSession(deps.database.sql, hashToken(token), deps.environment) : undefined
  if (!session) throw sessionOver()
  return session
}

const sessionOver = () => problem('unauthorized', 'This session is over; ask for a new link.')

export async function loadFacts(sql: Queryable, session: SessionRow, deps: ConnectDeps): Promise<Facts> {
  const { tenant_id: tenant, account_connection } = session
  const saved = JSON.parse(deps.vault.open(place(tenant, session.id), session.draft_sealed)) as Draft
  const [connection, facts] = await Promise.all([
    findConnection(sql, tenant, account_connection),
    readTenant(sql, tenant),
  ])
  if (!connection || connection.status === 'deleted') {
    throw problem('link_unusable', 'The enterprise has closed this connection.')
  }
  if (isOvertaken(saved, connection)) {
    throw problem('link_unusable', 'This connection was completed elsewhere; ask for a new link to change it.')
  }
  const draft = withOffered(saved, methodsOffered(connection.requested_permissions, facts))
  const [creator, contracts] = await Promise.all([
    draft.login && findCreator(sql, facts.bank_id, draft.login.creator),
    deps.contracts.waiting(sql, tenant, connection.id, readerOf(draft, connection)),
  ])
  const verified = draft.bank
    ? isVerifiedHolder(deps.vault, tenant, connection, draft.bank)
    : connection.verified_at !== null
  return { draft, connection, tenant: facts, creator, contracts, verified }
}

/** Whose agreements count is shown to nobody who has not signed in, but of the connection itself. */
const readerOf = ({ login, decisions }: Draft, { creator_id }: ConnectionRow): Reader => ({
  creator: login?.secondFactor ? login.creator : creator_id,
  accepted: Object.keys(decisions).filter((id) => decisions[id] === 'accept'),
})

export const requireStep = (facts: Facts, step: Step): void => {
  const current = stepOf(facts)
  if (current === step) return
  throw problem('invalid_state', `This step is not the current one, which is \`${current}\`; load the page again.`)
}

/** What a step makes of the draft. An error that must not undo what was counted is given back, not thrown. */
export type StepWork = (tx: Tx, facts: Facts) => Promise<Draft | { readonly refused: Error }>

/** One step: session and connection locked, checked to be the current one, applied, and the next one known, in one transaction. */
export async function takeStep(
  session: SessionRow,
  step: Step | null,
  work: StepWork,
  deps: ConnectDeps,
): Promise<Facts> {
  const result = await deps.database.transaction(async (tx) => {
    const locked = await lockSession(tx, session)
    if (!locked) throw sessionOver()
    // Whose the connection is must stay so until the step is done, whatever other sessions do.
    await lockConnection(tx, locked.tenant_id, locked.account_connection)
    const before = await loadFacts(tx, locked, deps)
    if (step) requireStep(before, step)
    const draft = await work(tx, before)
    if ('refused' in draft) return draft
    const after = await save(tx, locked, draft, deps)
    const settled = settleIntent(after)
    return settled === after.draft ? after : save(tx, locked, settled, deps)
  })
  if ('refused' in result) throw result.refused
  return result
}

async function save(tx: Tx, session: SessionRow, draft: Draft, deps: ConnectDeps): Promise<Facts> {
  const draft_sealed = sealDraft(deps.vault, session.tenant_id, session.id, draft)
  await saveDraft(tx, session, draft_sealed)
  return loadFacts(tx, { ...session, draft_sealed }, deps)
}
