import { Type } from 'typebox'
import type {
  AccessAsked,
  Invitation,
  InvitationCreated,
  OpenInvitation,
} from '../../../../contracts/dashboard/people.ts'
import type { WholeList } from '../../../../contracts/lists.ts'
import { type Api, Closed, NewPassword, OneOf, Text } from '../../http/index.ts'
import type { Environment } from '../../kernel/environment.ts'
import { iso } from '../../kernel/time.ts'
import type { Database } from '../../platform/database.ts'
import { couldBeToken } from '../../platform/tokens.ts'
import type { Vault } from '../../platform/vault.ts'
import type { MailRail } from '../../rails/messages/port.ts'
import { record } from '../audit-log/chain.ts'
import { actorOf } from '../door/actor.ts'
import { personOf } from '../door/person.ts'
import { ROLES } from '../roles.ts'
import { askForAccess } from './approved.ts'
import type { Auth } from './auth.ts'
import { DASHBOARD } from './dashboard-realm.ts'
import { countGuess, forgiveGuess } from './guesses.ts'
import { invitationHashes } from './invitation-token.ts'
import { findInvitation, type InvitationRow, listInvitations } from './invitations.store.ts'
import { acceptInvitation, invitationUnusable, invitePerson, withdrawInvitation } from './invitations.ts'
import { findPerson } from './session.ts'

export interface InvitationDeps {
  readonly database: Database
  readonly vault: Vault
  /** The environment whose address this is. */
  readonly environment: Environment
  readonly root: () => string
  readonly mail: Pick<MailRail, 'captures'>
  readonly auth: () => Auth
}

const Id = Closed({ id: Type.String() })
const Token = Closed({ token: Type.String() })
const Email = Type.String({ format: 'email', maxLength: 254 })
/** Required of a person who has no login yet. */
const Joining = Closed({
  name: Type.Optional(Text(255)),
  password: Type.Optional(NewPassword),
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

export function invitationRoutes(api: Api, deps: InvitationDeps): void {
  inviteRoutes(api, deps)
  acceptRoutes(api, deps)
}

function inviteRoutes(api: Api, deps: InvitationDeps): void {
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
      async (request, reply): Promise<InvitationCreated | AccessAsked> => {
        const actor = actorOf(request)
        const asked = { invite: request.body, environment: deps.environment, root: deps.root() }
        const made = await database.transaction(async (tx) => {
          const approval = await askForAccess(tx, actor, asked)
          if (!approval) return invitePerson(tx, actor, request.body, deps)
          const details = { ...request.body, approval: approval.id }
          await record(tx, vault, actor.entry('people.invite', { subject: approval.id, details }))
          return { approval }
        })
        reply.code('approval' in made ? 202 : 201)
        return 'approval' in made ? made : { ...viewInvitation(made), mailed: !deps.mail.captures }
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
function acceptRoutes(api: Api, deps: InvitationDeps): void {
  const { database, environment, auth } = deps
  const guessing = { ...deps, realm: DASHBOARD }
  api.get(
    '/invitation/:token',
    { config: { action: 'anyone' }, schema: { hide: true, params: Token } },
    async (request): Promise<OpenInvitation> => {
      const { token } = request.params
      await countGuess(guessing, request.ip)
      const hashes = couldBeToken(token) ? invitationHashes(environment, token) : undefined
      const found = hashes && (await findInvitation(database.sql, hashes))
      if (!found) throw invitationUnusable()
      await forgiveGuess(guessing, request.ip)
      const { email, role, invited_by, enterprise_name, expires_at, has_login } = found
      const enterprise = { name: enterprise_name }
      return { email, role, invited_by, enterprise, expires_at: iso(expires_at), has_login }
    },
  )

  api.post(
    '/invitation/:token/accept',
    {
      config: { action: 'anyone' },
      schema: { hide: true, params: Token, body: Joining },
    },
    async (request, reply) => {
      const { token } = request.params
      await countGuess(guessing, request.ip)
      if (!couldBeToken(token)) throw invitationUnusable()
      const joining = { ...request.body, signedIn: await findPerson(request, auth(), database) }
      const source = { address: request.ip, requestId: request.id }
      const joined = await database.transaction((tx) => acceptInvitation(tx, deps, token, joining, source))
      await forgiveGuess(guessing, request.ip)
      reply.code(201)
      return joined
    },
  )
}
