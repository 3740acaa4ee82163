import type { TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import { databaseTime } from '../../platform/database-time.ts'
import type { Vault } from '../../platform/vault.ts'
import { type NewMessage, queueMessages, type SecurityEvent } from '../../resources/messages/index.ts'
import { readContact, requireTenant } from '../../tenants/index.ts'
import { listPeople, membershipsOf } from './memberships.store.ts'

type Rows = readonly (readonly [name: string, value: string])[]

interface Recipient {
  readonly name: string
  readonly email: string
}

type Notice = Extract<NewMessage, { kind: 'security_notice' }>['facts']

const noticeTo = ({ name, email }: Recipient, facts: Omit<Notice, 'name'>): NewMessage => ({
  kind: 'security_notice',
  to: email,
  facts: { name, ...facts },
})

/** Where a request came from, as its mail says it. */
export const sourceRows = (address: string, userAgent: string | undefined): Rows => [
  ['Address', address],
  ['Browser', userAgent?.slice(0, 200) ?? 'unknown'],
]

/** Mails somebody by the book of a tenant. `enterprise` is theirs, or another place that they sign in to. */
export async function sendNotice(
  tx: Tx,
  vault: Vault,
  tenant: TenantId,
  person: Recipient,
  facts: Omit<Notice, 'name' | 'at'>,
): Promise<void> {
  const notice = noticeTo(person, { ...facts, at: await databaseTime(tx) })
  await queueMessages(tx, tenant, [notice], vault)
}

/** Mails a person about their own login. It goes by the production book, where no address is held back. */
export async function tellPerson(
  tx: Tx,
  vault: Vault,
  person: Recipient & { readonly id: string },
  event: SecurityEvent,
  rows: Rows,
): Promise<void> {
  const [first] = await membershipsOf(tx, person.id)
  if (!first) return
  const tenant = await requireTenant(tx, first.id, 'production')
  await sendNotice(tx, vault, tenant, person, { event, enterprise: first.name, rows })
}

/**
 * Mails the admins of an enterprise, and the others who are concerned, once each. `environment` is that of the page to
 * look at, where it need not be production.
 */
export async function tellAdmins(
  tx: Tx,
  vault: Vault,
  enterprise: string,
  { concerned = [], ...notice }: Pick<Notice, 'event' | 'rows' | 'environment'> & { concerned?: readonly Recipient[] },
): Promise<void> {
  const admins = (await listPeople(tx, enterprise)).filter(({ role }) => role === 'admin')
  const recipients = new Map([...admins, ...concerned].map((one) => [one.email, one]))
  const tenant = await requireTenant(tx, enterprise, 'production')
  const { enterprise: name } = await readContact(tx, tenant)
  const facts = { ...notice, enterprise: name, at: await databaseTime(tx) }
  const messages = [...recipients.values()].map((one) => noticeTo(one, facts))
  await queueMessages(tx, tenant, messages, vault)
}
