import type { ApprovalReference } from '../../../../contracts/approvals.ts'
import { ENVIRONMENTS, type Environment } from '../../kernel/environment.ts'
import { problem } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { ZERO } from '../../kernel/money.ts'
import type { Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import {
  insertApprovalsStatements,
  lockAwaitingSubject,
  newApproval,
  referenceTo,
  ruleFor,
  type SubjectOwner,
} from '../../resources/approvals/index.ts'
import { readTenant, requireEnterprise, requireTenant } from '../../tenants/index.ts'
import type { Actor } from '../door/actor.ts'
import { personName } from '../door/person.ts'
import { mayDo, type Role } from '../roles.ts'
import { changeRole } from './commands.ts'
import { invitePerson } from './invitations.ts'
import { holdMembers, lockPeople } from './memberships.store.ts'
import { foldEmail } from './name.ts'

/** A change of who has access, as it waits for approval. */
type Action =
  | {
      readonly invite: { readonly email: string; readonly role: Role }
      /** The address that the invitation leads to, and its environment. */
      readonly environment: Environment
      readonly root: string
    }
  | { readonly role: { readonly person: string; readonly role: Role } }

const subjectOf = (action: Action): string => ('invite' in action ? foldEmail(action.invite.email) : action.role.person)

const describe = (action: Action): string =>
  'invite' in action
    ? `Invite ${action.invite.email} as ${action.invite.role}`
    : `Give ${action.role.person} the role ${action.role.role}`

/**
 * Asks for the approval that a change of access needs. People belong to both environments: a rule of either asks for it,
 * production's first. `undefined` where none does.
 */
export async function askForAccess(tx: Tx, { person }: Actor, action: Action): Promise<ApprovalReference | undefined> {
  const maker = { id: person.id, role: person.role }
  for (const environment of ENVIRONMENTS.toReversed()) {
    const tenant = person.tenants[environment]
    const settings = await readTenant(tx, tenant)
    const rule = ruleFor(settings.approval_rules, { deed: 'person', amount: ZERO, maker })
    if (!rule) continue
    const subject = subjectOf(action)
    if (await lockAwaitingSubject(tx, tenant, { deed: 'person', subject })) {
      throw problem('invalid_state', 'A change for this person awaits approval; approve or reject that one first.')
    }
    const asked = {
      type: 'person' as const,
      id: subject,
      count: 1,
      amount: null,
      description: describe(action),
      action: action as unknown as JsonObject,
    }
    const approval = newApproval(rule, maker, asked, settings)
    await Promise.all(insertApprovalsStatements(tx, tenant, [{ approval, payouts: [] }]))
    return referenceTo(approval)
  }
  return undefined
}

/** The maker of an approval as they are now: what was asked for is done in their name. */
async function makerOf(tx: Tx, tenant: TenantId, id: string): Promise<Actor> {
  const { enterprise } = await requireEnterprise(tx, tenant)
  const [member] = await holdMembers(tx, enterprise, [id])
  if (!member || !mayDo(member.role, 'people.change')) {
    throw problem('invalid_state', 'The person who asked for this may not any more; ask for it again.')
  }
  const tenants = {
    sandbox: await requireTenant(tx, enterprise, 'sandbox'),
    production: await requireTenant(tx, enterprise, 'production'),
  }
  const { enterprise_name: name } = await readTenant(tx, tenant)
  const person = { ...member, enterprise: { id: enterprise, name }, tenants }
  return {
    person,
    entry: (action, more) => ({ enterprise, personId: id, person: personName(member), action, ...more }),
  }
}

/** Invites a person, or changes a role, once it is approved. */
export const askedAccess = (vault: Vault): SubjectOwner => ({
  async lock(tx, tenant) {
    await lockPeople(tx, (await requireEnterprise(tx, tenant)).enterprise)
  },
  async carryOut(tx, tenant, { made_by, action }) {
    const actor = await makerOf(tx, tenant, made_by)
    const asked = action as unknown as Action
    if ('role' in asked) {
      await changeRole(tx, vault, actor, asked.role.person, asked.role.role)
      return
    }
    const { invite, environment, root } = asked
    await invitePerson(tx, actor, invite, { vault, environment, root: () => root })
  },
  async giveUp() {
    // Nobody was invited, and no role changed.
  },
})
