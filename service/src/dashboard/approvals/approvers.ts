import type { TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import type { Approver, Approvers } from '../../resources/approvals/index.ts'
import { findKeyMakers, holdApprovingKeys, isSharedBank, requireEnterprise } from '../../tenants/index.ts'
import { holdMembers, holdOperators, listOperators, listPeople } from '../people/index.ts'

/** Implements the port of approvals: people of the enterprise, and API keys that may approve; in the bank's book, operators. */
export const approvers: Approvers = {
  async hold(tx, tenant, ids) {
    const found = (await isSharedBank(tx, tenant))
      ? await holdOperators(tx, ids)
      : [...(await holdPeople(tx, tenant, ids)), ...(await holdKeys(tx, tenant, ids))]
    return new Map(found.map((one) => [one.id, one]))
  },

  async behind(tx, tenant, ids) {
    const keys = ids.filter(isKey)
    return keys.length === 0 ? new Map() : findKeyMakers(tx, tenant, keys)
  },

  async find(sql, tenant, roles) {
    if (await isSharedBank(sql, tenant)) {
      return (await listOperators(sql)).filter(({ role }) => roles.includes(role))
    }
    const { enterprise } = await requireEnterprise(sql, tenant)
    return (await listPeople(sql, enterprise)).filter(({ role }) => roles.includes(role))
  },
}

const isKey = (id: string): boolean => id.startsWith('key_')

async function holdPeople(tx: Tx, tenant: TenantId, ids: readonly string[]): Promise<Approver[]> {
  const people = ids.filter((id) => id.startsWith('per_'))
  if (people.length === 0) return []
  const { enterprise } = await requireEnterprise(tx, tenant)
  return holdMembers(tx, enterprise, people)
}

async function holdKeys(tx: Tx, tenant: TenantId, ids: readonly string[]): Promise<Approver[]> {
  const keys = ids.filter(isKey)
  if (keys.length === 0) return []
  return (await holdApprovingKeys(tx, tenant, keys)).map(({ id, name }) => ({ id, name, role: 'api_key' }))
}
