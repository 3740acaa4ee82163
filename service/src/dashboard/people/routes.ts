import { Type } from 'typebox'
import type { AccessAsked, Person, PersonListed } from '../../../../contracts/dashboard/people.ts'
import type { EnterpriseChoice, Me, SignInOptions, SignInRules } from '../../../../contracts/dashboard/session.ts'
import type { WholeList } from '../../../../contracts/lists.ts'
import { type Api, Closed, OneOf, type Request, Text } from '../../http/index.ts'
import type { Environment } from '../../kernel/environment.ts'
import { problem } from '../../kernel/errors.ts'
import { iso } from '../../kernel/time.ts'
import { record } from '../audit-log/chain.ts'
import { actorOf, auditEntry } from '../door/actor.ts'
import { needsSecondFactor } from '../door/guard.ts'
import { personOf } from '../door/person.ts'
import { actionsOf, ROLES } from '../roles.ts'
import { askForAccess } from './approved.ts'
import type { Auth } from './auth.ts'
import { changeRole, removePerson } from './commands.ts'
import { Confirmation, confirmPerson } from './confirm.ts'
import { DASHBOARD } from './dashboard-realm.ts'
import { type InvitationDeps, invitationRoutes } from './invitation.routes.ts'
import { listPeople, membershipsOf, type PersonRow, switchSession } from './memberships.store.ts'
import { readRules, writeRules } from './rules.store.ts'

export interface PeopleDeps extends InvitationDeps {
  readonly auth: () => Auth
  /** Real money moves here. */
  readonly productionIsPublic: boolean
  /** Whether an environment can be reached by this request. */
  reaches(request: Request, environment: Environment): boolean
}

const Id = Closed({ id: Type.String() })
const Role = Closed({ role: OneOf(ROLES) })

const viewPerson = ({ id, name, email, role, two_factor_enabled, created_at }: PersonRow): Person => ({
  id,
  name,
  email,
  role,
  two_factor: two_factor_enabled,
  created_at: iso(created_at),
})

export function peopleRoutes(api: Api, deps: PeopleDeps): void {
  optionsRoute(api, deps)
  ownRoutes(api, deps)
  memberRoutes(api, deps)
  enterpriseRoutes(api, deps)
  ruleRoutes(api, deps)
  invitationRoutes(api, deps)
}

const inEach = <T>(of: (environment: Environment) => T): Record<Environment, T> => ({
  sandbox: of('sandbox'),
  production: of('production'),
})

/** Says nothing about anybody: only whether links can be mailed at all. */
function optionsRoute(api: Api, { mail }: PeopleDeps): void {
  api.get(
    '/sign-in-options',
    { config: { action: 'anyone' }, schema: { hide: true } },
    async (): Promise<SignInOptions> => ({ mails_links: !mail.captures }),
  )
}

/** The signed-in person's own session. */
function ownRoutes(api: Api, deps: PeopleDeps): void {
  const { database, reaches, productionIsPublic } = deps
  api.get('/me', { config: { action: 'signed-in' }, schema: { hide: true } }, async (request): Promise<Me> => {
    const person = personOf(request)
    const { id, name, email, twoFactor, enterprise, role, fresh, freshUntil } = person
    return {
      person: { id, name, email, two_factor: twoFactor },
      second_factor: {
        needed: needsSecondFactor(person, { productionIsPublic }),
        passed: person.secondFactor,
        passkeys: person.passkeys,
      },
      enterprise,
      enterprises: await membershipsOf(database.sql, id),
      role,
      actions: actionsOf(role),
      actions_in: inEach((one) => actionsOf(role, one)),
      environments: inEach((one) => reaches(request, one)),
      fresh,
      fresh_until: iso(freshUntil),
    }
  })

  api.post('/confirm', { config: { action: 'signed-in' }, schema: { hide: true, body: Confirmation } }, (request) =>
    confirmPerson(request, personOf(request), request.body, { ...deps, realm: DASHBOARD }),
  )
}

/** The enterprise that the session works for. */
function enterpriseRoutes(api: Api, { database, vault }: PeopleDeps): void {
  api.post(
    '/enterprise',
    { config: { action: 'signed-in' }, schema: { hide: true, body: Closed({ enterprise: Text(64) }) } },
    async (request) => {
      const { enterprise }: EnterpriseChoice = request.body
      const { id, sessionId } = personOf(request)
      await database.transaction(async (tx) => {
        if (!(await switchSession(tx, sessionId, id, enterprise))) {
          throw problem('not_found', 'You do not belong to an enterprise with this id.')
        }
        await record(tx, vault, { ...auditEntry(request, 'session.enterprise_chosen'), enterprise })
      })
      return { enterprise }
    },
  )
}

const Rules = Closed({
  second_factor_required: Type.Boolean(),
  idle_minutes: Type.Integer({ minimum: 5, maximum: 720 }),
})

/** How the people of the enterprise sign in. */
function ruleRoutes(api: Api, { database, vault }: PeopleDeps): void {
  api.get('/sign-in-rules', { config: { action: 'people.read' }, schema: { hide: true } }, (request) =>
    readRules(database.sql, personOf(request).enterprise.id),
  )

  api.put(
    '/sign-in-rules',
    { config: { action: 'people.change' }, schema: { hide: true, body: Rules } },
    async (request): Promise<SignInRules> => {
      const rules: SignInRules = request.body
      await database.transaction(async (tx) => {
        await writeRules(tx, personOf(request).enterprise.id, rules)
        await record(tx, vault, auditEntry(request, 'sign_in_rules.change', { details: { ...rules } }))
      })
      return rules
    },
  )
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
        passkeys: row.passkeys,
      })
      return { data: people.map(view) }
    },
  )

  api.post(
    '/people/:id/role',
    { config: { action: 'people.change' }, schema: { hide: true, params: Id, body: Role } },
    async (request, reply): Promise<Person | AccessAsked> => {
      const { id } = request.params
      const { role } = request.body
      const actor = actorOf(request)
      const made = await database.transaction(async (tx) => {
        const approval = await askForAccess(tx, actor, { role: { person: id, role } })
        if (!approval) return changeRole(tx, vault, actor, id, role)
        const details = { to: role, approval: approval.id }
        await record(tx, vault, actor.entry('people.change', { subject: id, details }))
        return { approval }
      })
      reply.code('approval' in made ? 202 : 200)
      return 'approval' in made ? made : viewPerson(made)
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
