import { Type } from 'typebox'
import type {
  Invitation,
  InvitationCreated,
  OpenInvitation,
  Person,
  PersonListed,
} from '../../../../contracts/dashboard/people.ts'
import { type ConfirmRequest, type Me, PASSWORD_MIN } from '../../../../contracts/dashboard/session.ts'
import type { WholeList } from '../../../../contracts/lists.ts'
import { type Api, Closed, OneOf, type Request, Text } from '../../http/index.ts'
import type { Environment } from '../../kernel/environment.ts'
import { problem } from '../../kernel/errors.ts'
import { iso } from '../../kernel/time.ts'
import type { Database } from '../../platform/database.ts'
import { couldBeToken } from '../../platform/tokens.ts'
import { countTry, forgetTries, type TryLimit } from '../../platform/tries.ts'
import type { Vault } from '../../platform/vault.ts'
import { record } from '../audit-log/chain.ts'
import { actorOf, auditEntry } from '../door/actor.ts'
import { personOf } from '../door/person.ts'
import { actionsOf, ROLES } from '../roles.ts'
import { type Auth, PASSWORD_MAX } from './auth.ts'
import { isFirstUse } from './codes.ts'
import {
  acceptInvitation,
  changeRole,
  invitationUnusable,
  invitePerson,
  removePerson,
  withdrawInvitation,
} from './commands.ts'
import { countGuess, forgiveGuess } from './guesses.ts'
import { invitationHashes } from './invitation-token.ts'
import { headersOf } from './session.ts'
import {
  confirmSession,
  findInvitation,
  type InvitationRow,
  listInvitations,
  listPeople,
  type PersonRow,
} from './store.ts'

export interface PeopleDeps {
  readonly database: Database
  readonly vault: Vault
  /** The environment whose address this is. */
  readonly environment: Environment
  readonly auth: () => Auth
  readonly root: () => string
  /** Whether an environment can be reached by this request. */
  reaches(request: Request, environment: Environment): boolean
}

const Id = Closed({ id: Type.String() })
const Token = Closed({ token: Type.String() })
const Role = Closed({ role: OneOf(ROLES) })
const Email = Type.String({ format: 'email', maxLength: 254 })
const Password = Type.String({ minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX })

const CONFIRMING: TryLimit = { name: 'dashboard confirming', max: 10, seconds: 900 }

const viewPerson = ({ id, name, email, role, two_factor_enabled, created_at }: PersonRow): Person => ({
  id,
  name,
  email,
  role,
  two_factor: two_factor_enabled,
  created_at: iso(created_at),
})

const viewInvitation = ({
  id,
  email,
  role,
  invited_by,
  created_at,
  expires_at,
  expired,
}: InvitationRow): Invitation => ({
  id,
  email,
  role,
  invited_by,
  created_at: iso(created_at),
  expires_at: iso(expires_at),
  expired,
})

export function peopleRoutes(api: Api, deps: PeopleDeps): void {
  ownRoutes(api, deps)
  memberRoutes(api, deps)
  invitationRoutes(api, deps)
  acceptRoutes(api, deps)
}

const inEach = <T>(of: (environment: Environment) => T): Record<Environment, T> => ({
  sandbox: of('sandbox'),
  production: of('production'),
})

/** The signed-in person's own session. */
function ownRoutes(api: Api, { database, vault, auth, reaches }: PeopleDeps): void {
  api.get('/me', { config: { action: 'signed-in' }, schema: { hide: true } }, (request): Me => {
    const { id, name, email, twoFactor, enterprise, role, fresh, freshUntil } = personOf(request)
    return {
      person: { id, name, email, two_factor: twoFactor },
      enterprise,
      role,
      actions: actionsOf(role),
      actions_in: inEach((one) => actionsOf(role, one)),
      environments: inEach((one) => reaches(request, one)),
      fresh,
      fresh_until: iso(freshUntil),
    }
  })

  api.post(
    '/confirm',
    {
      config: { action: 'signed-in' },
      schema: {
        hide: true,
        body: Closed({ password: Text(PASSWORD_MAX), code: Type.Optional(Type.String({ maxLength: 20 })) }),
      },
    },
    async (request) => {
      const person = personOf(request)
      const { password, code }: ConfirmRequest = request.body
      await countTry(database.sql, vault, CONFIRMING, person.id)
      const refused = async (reason: 'credentials' | 'code'): Promise<never> => {
        const entry = auditEntry(request, 'session.refused', { details: { reason, confirming: true } })
        await database.transaction((tx) => record(tx, vault, entry))
        throw problem('incorrect_credentials', 'The password or the code is not right.')
      }
      const headers = headersOf(request)
      await auth()
        .api.verifyPassword({ headers, body: { password } })
        .catch(ifRefused(() => refused('credentials')))
      if (person.twoFactor) {
        if (code === undefined) throw problem('incorrect_credentials', 'Give the code of your second factor, too.')
        await verifyCode(request, code, auth()).catch(ifRefused(() => refused('code')))
        if (isTotp(code) && !(await isFirstUse(database, vault, person.id, code))) await refused('code')
      }
      await forgetTries(database.sql, vault, CONFIRMING, person.id)
      const until = await database.transaction(async (tx) => {
        await record(tx, vault, auditEntry(request, 'session.confirmed'))
        return confirmSession(tx, person.sessionId)
      })
      return { fresh_until: iso(until) }
    },
  )
}

/** Backup codes hold letters. */
const isTotp = (code: string): boolean => /^\d+$/.test(code)

/** An authenticator's code or a backup code. */
async function verifyCode(request: Request, code: string, { api }: Auth): Promise<void> {
  const given = { headers: headersOf(request), body: { code } }
  await (isTotp(code) ? api.verifyTOTP(given) : api.verifyBackupCode(given))
}

/** A refusal of the library is the person's mistake; any other error is ours. */
const ifRefused = (onRefusal: () => Promise<never>) => async (error: unknown) => {
  const status = (error as { statusCode?: number }).statusCode ?? 500
  if (status >= 500) throw error
  await onRefusal()
}

function memberRoutes(api: Api, { database, vault }: PeopleDeps): void {
  api.get(
    '/people',
    { config: { action: 'people.read' }, schema: { hide: true } },
    async (request): Promise<WholeList<PersonListed>> => {
      const people = await listPeople(database.sql, personOf(request).enterprise.id)
      const view = (row: (typeof people)[number]): PersonListed => ({
        ...viewPerson(row),
        last_signed_in_at: row.last_signed_in_at && iso(row.last_signed_in_at),
      })
      return { data: people.map(view) }
    },
  )

  api.post(
    '/people/:id/role',
    { config: { action: 'people.change' }, schema: { hide: true, params: Id, body: Role } },
    async (request): Promise<Person> => {
      const { id } = request.params
      const row = await database.transaction((tx) => changeRole(tx, vault, actorOf(request), id, request.body.role))
      return viewPerson(row)
    },
  )

  api.delete(
    '/people/:id',
    { config: { action: 'people.change' }, schema: { hide: true, params: Id } },
    async (request) => {
      const row = await database.transaction((tx) => removePerson(tx, vault, actorOf(request), request.params.id))
      return { ...viewPerson(row), deleted: true }
    },
  )
}

function invitationRoutes(api: Api, deps: PeopleDeps): void {
  const { database, vault } = deps
  const Invitation = Closed({ email: Email, role: OneOf(ROLES) })

  api.get(
    '/invitations',
    { config: { action: 'people.read' }, schema: { hide: true } },
    async (request): Promise<WholeList<Invitation>> => ({
      data: (await listInvitations(database.sql, personOf(request).enterprise.id)).map(viewInvitation),
    }),
  )

  // A person gets access by invitation alone, so adding one and inviting one are the same.
  for (const path of ['/invitations', '/people']) {
    api.post(
      path,
      { config: { action: 'people.invite' }, schema: { hide: true, body: Invitation } },
      async (request, reply): Promise<InvitationCreated> => {
        const made = await database.transaction((tx) => invitePerson(tx, actorOf(request), request.body, deps))
        reply.code(201)
        return { ...viewInvitation(made), url: made.url }
      },
    )
  }

  api.delete(
    '/invitations/:id',
    { config: { action: 'people.invite' }, schema: { hide: true, params: Id } },
    async (request) => {
      const row = await database.transaction((tx) => withdrawInvitation(tx, vault, actorOf(request), request.params.id))
      return { ...viewInvitation(row), deleted: true }
    },
  )
}

/** For the person who has the link. A wrong link counts as a guess, for the caller's address. */
function acceptRoutes(api: Api, deps: PeopleDeps): void {
  const { database, environment } = deps
  api.get(
    '/invitation/:token',
    { config: { action: 'anyone' }, schema: { hide: true, params: Token } },
    async (request): Promise<OpenInvitation> => {
      const { token } = request.params
      await countGuess(deps, request.ip)
      const hashes = couldBeToken(token) ? invitationHashes(environment, token) : undefined
      const found = hashes && (await findInvitation(database.sql, hashes))
      if (!found) throw invitationUnusable()
      await forgiveGuess(deps, request.ip)
      const { email, role, invited_by, enterprise_name, expires_at } = found
      return { email, role, invited_by, enterprise: { name: enterprise_name }, expires_at: iso(expires_at) }
    },
  )

  api.post(
    '/invitation/:token/accept',
    {
      config: { action: 'anyone' },
      schema: { hide: true, params: Token, body: Closed({ name: Text(255), password: Password }) },
    },
    async (request, reply) => {
      const { token } = request.params
      await countGuess(deps, request.ip)
      if (!couldBeToken(token)) throw invitationUnusable()
      const source = { address: request.ip, requestId: request.id }
      const { email } = await database.transaction((tx) => acceptInvitation(tx, deps, token, request.body, source))
      await forgiveGuess(deps, request.ip)
      reply.code(201)
      return { email }
    },
  )
}
