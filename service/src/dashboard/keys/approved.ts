import type { ApprovalReference, ApprovalRule } from '../../../../contracts/approvals.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { ZERO } from '../../kernel/money.ts'
import { isoOrNull } from '../../kernel/time.ts'
import type { Tx } from '../../platform/database.ts'
import {
  insertApprovalsStatements,
  type Maker,
  newApproval,
  referenceTo,
  ruleFor,
  type SubjectOwner,
} from '../../resources/approvals/index.ts'
import { changeKey, insertKey, type KeyChange, type NewKeyRow, readTenant } from '../../tenants/index.ts'

type StoredRow = Omit<NewKeyRow, 'tenant' | 'hash' | 'expires_at'> & {
  readonly hash: string
  readonly expires_at: string | null
}
type StoredChange = Omit<KeyChange, 'expires_at'> & { readonly expires_at?: string | null }
type Action = { readonly create: StoredRow } | { readonly change: StoredChange }

const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

const ruleOf = async (tx: Tx, tenant: TenantId, maker: Maker) => {
  const settings = await readTenant(tx, tenant)
  return { settings, rule: ruleFor(settings.approval_rules, { deed: 'api_key', amount: ZERO, maker }) }
}

async function ask(
  tx: Tx,
  tenant: TenantId,
  { rule, maker, settings }: { rule: ApprovalRule; maker: Maker; settings: Awaited<ReturnType<typeof readTenant>> },
  { id, description, action }: { id: string; description: string; action: Action },
): Promise<ApprovalReference> {
  const subject = { type: 'api_key' as const, id, count: 1, amount: null, description }
  const approval = newApproval(rule, maker, { ...subject, action: action as unknown as JsonObject }, settings)
  await Promise.all(insertApprovalsStatements(tx, tenant, [{ approval, payouts: [] }]))
  return referenceTo(approval)
}

const scopesOf = ({ scopes }: Pick<NewKeyRow, 'scopes'>): string => scopes?.join(', ') ?? 'everything but approvals'

/**
 * Asks for the approval that a new key needs. The key itself is shown to the maker and stored nowhere; its row, with the
 * hash, is inserted once it is approved, so that no process knows the key before.
 */
export async function askForKey(tx: Tx, row: NewKeyRow, maker: Maker): Promise<ApprovalReference | undefined> {
  const { settings, rule } = await ruleOf(tx, row.tenant, maker)
  if (!rule) return undefined
  const { tenant, hash, expires_at, ...rest } = row
  const create = { ...rest, hash: hash.toString('hex'), expires_at: isoOrNull(expires_at) }
  const description = `API key ${row.name}: ${scopesOf(row)}`
  return ask(tx, tenant, { rule, maker, settings }, { id: row.id, description, action: { create } })
}

export async function askForChange(
  tx: Tx,
  tenant: TenantId,
  id: string,
  change: KeyChange,
  maker: Maker,
): Promise<ApprovalReference | undefined> {
  const { settings, rule } = await ruleOf(tx, tenant, maker)
  if (!rule) return undefined
  const { expires_at, ...rest } = change
  const stored = { ...rest, ...(expires_at === undefined ? {} : { expires_at: isoOrNull(expires_at) }) }
  const description = `Change of API key ${id}: ${Object.keys(change).join(', ')}`
  return ask(tx, tenant, { rule, maker, settings }, { id, description, action: { change: stored } })
}

/** Puts a key, or the change of one, into force once it is approved. */
export const askedKeys: SubjectOwner = {
  async lock() {
    // A key that awaits is no row yet, and a change locks its key when it is carried out.
  },
  async carryOut(tx, tenant, { subject, action }) {
    const asked = action as unknown as Action
    if ('change' in asked) {
      const { expires_at, ...rest } = asked.change
      await changeKey(tx, tenant, subject ?? '', {
        ...rest,
        ...(expires_at === undefined ? {} : { expires_at: momentOf(expires_at) }),
      })
      return
    }
    const { hash, expires_at, id, ...rest } = asked.create
    const row = { ...rest, id: id as Id<'apiKey'>, hash: Buffer.from(hash, 'hex'), expires_at: momentOf(expires_at) }
    await insertKey(tx, { ...row, tenant })
  },
  async giveUp() {
    // Nothing was in force.
  },
}
