import type { Environment } from '../../kernel/environment.ts'
import { problem, validationFailed } from '../../kernel/errors.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import type { Database, Queryable, Tx } from '../../platform/database.ts'
import { newTokenOf } from '../../platform/tenant-tokens.ts'
import { couldBeToken, hashToken } from '../../platform/tokens.ts'
import { countTry, type TryLimit } from '../../platform/tries.ts'
import type { Vault } from '../../platform/vault.ts'
import type { NewCode } from '../../rails/codes/port.ts'
import type { IdentityRail } from '../../rails/identity/port.ts'
import { readTenant, type TenantSettings } from '../../tenants/index.ts'
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
import { findClaim, keepClaim } from './claims.ts'
import type { Contracts, ContractViewer } from './contracts.ts'
import {
  ATTEMPTS_MAX,
  type ConnectContext,
  type Draft,
  isOvertaken,
  linkStatus,
  newDraft,
  resetFinishedIntent,
  type Step,
  stepOf,
  withOnlyMethod,
  withoutWithdrawnMethod,
} from './model.ts'
import {
  consumeLink,
  findLink,
  findSession,
  insertSession,
  type LinkRow,
  lockSession,
  type SessionRow,
  saveDraft,
  takeAttempt,
} from './store.ts'

const SESSION_MINUTES = 120

/** Guessing a token of 256 bits is hopeless; the limit stops the attempt early. */
const UNKNOWN_TOKEN_LIMIT: TryLimit = { name: 'connect tokens by address', max: 100, seconds: 900 }

export interface ConnectDeps extends ConnectionDeps, FramingDeps {
  readonly database: Database
  readonly vault: Vault
  readonly environment: Environment
  readonly identity: IdentityRail
  readonly newCode: NewCode
  readonly contracts: Contracts
}

/** The link of a token. An unknown token is counted and answered with 404. */
export async function requireLink(token: string, address: string, deps: ConnectDeps): Promise<OpenLink> {
  const link = await linkOf(token, deps)
  if (link) return link
  await countTry(deps.database.sql, deps.vault, UNKNOWN_TOKEN_LIMIT, address)
  throw problem('not_found', 'This link is not valid; ask for a new one.')
}

/** A link with the rows that its first screen shows, before a session begins. */
export interface OpenLink extends LinkRow {
  readonly connection: ConnectionRow
  readonly tenant: TenantSettings
  /** The connection is deleted. */
  readonly deleted: boolean
  /** The tenant's clock. */
  readonly now: Date
}

export async function linkOf(token: string, deps: ConnectDeps): Promise<OpenLink | undefined> {
  const { sql } = deps.database
  const link = couldBeToken(token) ? await findLink(sql, token, deps.environment) : await findClaim(token, deps)
  if (!link) return undefined
  const [connection, tenant] = await Promise.all([
    findConnection(sql, link.tenant_id, link.account_connection),
    readTenant(sql, link.tenant_id),
  ])
  if (!connection) throw new Error(`the connection of link ${link.id} is gone`)
  return { ...link, connection, tenant, deleted: connection.status === 'deleted' }
}

/** The context of the first screen of a usable link, before the link is used up. */
export async function welcomeOf(link: OpenLink, deps: ConnectDeps): Promise<ConnectContext | undefined> {
  if (link.kind === 'invite' || linkStatus(link) !== 'usable') return undefined
  const { connection, tenant } = link
  const viewer = { creator: connection.creator_id, accepted: [] }
  const contracts = await deps.contracts.waiting(deps.database.sql, link.tenant_id, connection.id, viewer)
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

/** The creator's first action uses up the link. Of several requests at once, one gets the session. */
export async function startSession(
  token: string,
  answer: string | undefined,
  address: string,
  deps: ConnectDeps,
): Promise<{ token: string; session: SessionRow; context: ConnectContext }> {
  const link = await requireLink(token, address, deps)
  if (linkStatus(link) !== 'usable') throw unusable(link)
  if (link.kind === 'invite' && answer === undefined) {
    throw validationFailed([{ param: 'answer', code: 'required', message: 'is required' }])
  }
  const started = await deps.database.transaction(async (tx) => {
    const connection = await findConnection(tx, link.tenant_id, link.account_connection)
    if (!connection) throw new Error(`the connection of link ${link.id} is gone`)
    if (!couldBeToken(token)) await keepClaim(tx, link, token)
    if (link.kind === 'invite') {
      const taken = await takeAttempt(tx, link.tenant_id, link.id)
      if (!taken) return { unusable: true as const }
      // Returned rather than thrown, so that the count is committed.
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
  return { token: secret, session: row, context: await loadContext(deps.database.sql, row, deps) }
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
  const secret = newTokenOf(link.tenant_id)
  await insertSession(tx, row, hashToken(secret), SESSION_MINUTES)
  return { secret, row }
}

const place = (tenant: TenantId, id: string) => ({ tenant, row: id, field: 'draft' })

/** Stored drafts call the submitted steps `said`: sessions begun by version 0.1 go on, and the other way round. */
const sealDraft = (vault: Vault, tenant: TenantId, id: string, { submitted: said, ...draft }: Draft): Buffer =>
  vault.seal(place(tenant, id), JSON.stringify({ ...draft, said }))

function openDraft(vault: Vault, { tenant_id, id, draft_sealed }: SessionRow): Draft {
  const { said: submitted, ...draft } = JSON.parse(vault.open(place(tenant_id, id), draft_sealed))
  return { ...draft, submitted }
}

/** The session of the bearer token. */
export async function requireSession(authorization: string | undefined, deps: ConnectDeps): Promise<SessionRow> {
  const token = /^Bearer ([A-Za-z0-9_-]{43})$/i.exec(authorization ?? '')?.[1]
  const session = token ? await findSession(deps.database.sql, token, deps.environment) : undefined
  if (!session) throw sessionOver()
  return session
}

const sessionOver = () => problem('unauthorized', 'This session is over; ask for a new link.')

export async function loadContext(sql: Queryable, session: SessionRow, deps: ConnectDeps): Promise<ConnectContext> {
  const { tenant_id: tenant, account_connection } = session
  const saved = openDraft(deps.vault, session)
  const [connection, settings] = await Promise.all([
    findConnection(sql, tenant, account_connection),
    readTenant(sql, tenant),
  ])
  if (!connection || connection.status === 'deleted') {
    throw problem('link_unusable', 'The enterprise has closed this connection.')
  }
  if (isOvertaken(saved, connection)) {
    throw problem('link_unusable', 'This connection was completed elsewhere; ask for a new link to change it.')
  }
  const offered = methodsOffered(connection.requested_permissions, settings)
  const draft = withOnlyMethod(withoutWithdrawnMethod(saved, offered), offered)
  const [creator, contracts] = await Promise.all([
    draft.login && findCreator(sql, settings.bank_id, draft.login.creator),
    deps.contracts.waiting(sql, tenant, connection.id, viewerOf(draft, connection)),
  ])
  const verified = draft.bank
    ? isVerifiedHolder(deps.vault, tenant, connection, draft.bank)
    : connection.verified_at !== null
  return { draft, connection, tenant: settings, creator, contracts, verified }
}

/** Before the sign-in is complete, examples count the contracts of the connection's own creator, not of the login entered. */
const viewerOf = ({ login, decisions }: Draft, { creator_id }: ConnectionRow): ContractViewer => ({
  creator: login?.secondFactor ? login.creator : creator_id,
  accepted: Object.keys(decisions).filter((id) => decisions[id] === 'accept'),
})

export const requireStep = (context: ConnectContext, step: Step): void => {
  const current = stepOf(context)
  if (current === step) return
  throw problem('invalid_state', `This step is not the current one, which is \`${current}\`; load the page again.`)
}

/** Returns the draft after the step. A refusal that must not roll back a counted attempt is returned, not thrown. */
export type StepWork = (tx: Tx, context: ConnectContext) => Promise<Draft | { readonly refused: Error }>

/** Takes one step in one transaction: locks session and connection, requires that the step is the current one, applies it. */
export async function takeStep(
  session: SessionRow,
  step: Step | null,
  work: StepWork,
  deps: ConnectDeps,
): Promise<ConnectContext> {
  const result = await deps.database.transaction(async (tx) => {
    const locked = await lockSession(tx, session)
    if (!locked) throw sessionOver()
    // Another session must not change the owner of the connection before this step is done.
    await lockConnection(tx, locked.tenant_id, locked.account_connection)
    const before = await loadContext(tx, locked, deps)
    if (step) requireStep(before, step)
    const draft = await work(tx, before)
    if ('refused' in draft) return draft
    const after = await save(tx, locked, draft, deps)
    const settled = resetFinishedIntent(after)
    return settled === after.draft ? after : save(tx, locked, settled, deps)
  })
  if ('refused' in result) throw result.refused
  return result
}

async function save(tx: Tx, session: SessionRow, draft: Draft, deps: ConnectDeps): Promise<ConnectContext> {
  const draft_sealed = sealDraft(deps.vault, session.tenant_id, session.id, draft)
  await saveDraft(tx, session, draft_sealed)
  return loadContext(tx, { ...session, draft_sealed }, deps)
}
