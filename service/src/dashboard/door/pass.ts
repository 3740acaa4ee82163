import type { IncomingMessage, ServerResponse } from 'node:http'
import { BASE_PATH, type Request, type Response, setDelegate } from '../../http/index.ts'
import type { Environment } from '../../kernel/environment.ts'
import { problem } from '../../kernel/errors.ts'
import type { Database } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { type AuditEntry, recordAll } from '../audit-log/chain.ts'
import { inParts, type Payee } from '../audit-log/payees.ts'
import { type Action, apiAction } from '../roles.ts'
import { attemptDetails, attemptedPayees, outcomeOf } from './deed.ts'
import { environmentIn, refuse } from './guard.ts'
import { type Person, personName, personOf } from './person.ts'

export interface PassDeps {
  readonly database: Database
  readonly vault: Vault
  /** The server of an environment, if this process serves it: takes a request as if it had come to its own address. */
  serverOf(environment: Environment): { routing(request: IncomingMessage, response: ServerResponse): void } | undefined
}

const PASSED = /^\/dashboard\/api\/[^/?]+\/v1(\/.*)$/

/**
 * The dashboard's way to the API: the very request goes on to the routes of that environment, with its person in place
 * of a key. Nothing of the API is done a second time here.
 */
export function passToApi(deps: PassDeps): (request: Request, reply: Response) => Promise<void> {
  return async (request, reply) => {
    const environment = environmentIn(request) as Environment
    const rest = PASSED.exec(request.url)?.[1]
    const server = deps.serverOf(environment)
    if (rest === undefined || !server) throw problem('not_found', 'The path does not exist.')
    const { raw } = request
    setDelegate(raw, delegate(personOf(request), environment, { path: rest, address: request.ip }, deps))
    raw.url = BASE_PATH + rest
    // The session says who calls; a key beside it is ignored.
    delete raw.headers.authorization
    reply.raw.setHeader('x-frame-options', 'DENY')
    reply.hijack()
    server.routing(raw, reply.raw)
  }
}

const SUBJECT_MAX = 64

/** The id that a path names, if it names one. */
function namedIn(pattern: string, path: string): string | undefined {
  const index = pattern.split('/').findIndex((step) => step.startsWith(':'))
  const named = index < 0 ? undefined : path.split(/[?#]/, 1)[0]?.split('/')[index]
  return named?.slice(0, SUBJECT_MAX)
}

/** Reading a signing secret is recorded too: a person who has seen it can sign. */
const isDisclosure = (action: Action): boolean => action === 'webhooks.secret'

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** The routes that take a dry run. Any other ignores the parameter, and what it does is recorded. */
const DRY_RUNS = new Set(['/payout', '/payout/batch', '/p2p', '/purchase', '/contract'])

/** A dry run changes nothing. Written in any other way it is taken for the request itself, and recorded. */
const isDryRun = (method: string, pattern: string, path: string): boolean =>
  method === 'POST' && DRY_RUNS.has(pattern) && path.endsWith('?dry_run=true')

/**
 * A request that changes something or shows a secret is in the audit log before it is carried out, so that nothing
 * happens unrecorded: what was attempted, whom and how much it concerns. The outcome is a second entry. A batch names its
 * payees in both, in as many entries as that takes. A request that
 * is refused before its body was read has the second entry alone.
 */
function delegate(
  person: Person,
  environment: Environment,
  { path, address }: { readonly path: string; readonly address: string },
  { database, vault }: PassDeps,
) {
  let entry: AuditEntry | undefined
  const write = (one: AuditEntry, payees: readonly Payee[]): Promise<void> =>
    database.transaction((tx) => recordAll(tx, vault, inParts(one, payees)))
  return {
    caller: {
      tenant: person.tenants[environment],
      keyId: person.id,
      role: person.role,
      rateLimitPerSecond: undefined,
      scopes: undefined,
    },
    async permit(method: string, route: string, requestId: string): Promise<void> {
      const pattern = route.slice(BASE_PATH.length)
      const action = apiAction(method, pattern)
      if (!action) throw problem('forbidden', 'The dashboard does not do this.')
      const changes = !isRead(method) && !isDryRun(method, pattern, path)
      if (changes || isDisclosure(action)) {
        entry = {
          enterprise: person.enterprise.id,
          personId: person.id,
          person: personName(person),
          action,
          subject: namedIn(pattern, path),
          details: { request: `${method} ${pattern}` },
          environment,
          address,
          requestId,
        }
      }
      refuse(person, action, environment)
    },
    async attempted(body: unknown): Promise<void> {
      if (!entry) return
      await write({ ...entry, details: { ...entry.details, ...attemptDetails(body) } }, attemptedPayees(body))
    },
    async answered(status: number, answer: unknown): Promise<void> {
      if (!entry) return
      const { details: outcome, payees } = outcomeOf(status, answer)
      const details = { ...entry.details, ...outcome }
      await write({ ...entry, action: `${entry.action}.${status < 400 ? 'done' : 'refused'}`, details }, payees)
    },
  }
}
