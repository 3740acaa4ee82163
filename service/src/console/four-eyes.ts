import { approvers, holdOperators, personName, recordDecision } from '../dashboard/index.ts'
import { problem } from '../kernel/errors.ts'
import type { TenantId } from '../kernel/ids.ts'
import type { JsonObject } from '../kernel/json.ts'
import { cents } from '../kernel/money.ts'
import type { Tx } from '../platform/database.ts'
import { lockName } from '../platform/locks.ts'
import type { Vault } from '../platform/vault.ts'
import {
  type Approval,
  type ApprovalDeps,
  insertApprovalsStatements,
  lockAwaitingSubject,
  newApproval,
  ruleFor,
  type SubjectOwner,
  type SubjectOwners,
} from '../resources/approvals/index.ts'
import { productionBank, readTenant } from '../tenants/index.ts'
import { bookEntry, bookStatedWire, resolveEntry } from './deeds/bank.ts'
import { setBankAccount } from './deeds/bank-accounts.ts'
import type { Deed, DeedTools } from './deeds/deed.ts'
import { changeFees, changeSettings } from './deeds/enterprises.ts'
import { setFourEyes } from './deeds/four-eyes.ts'
import { bookMovement } from './deeds/processor.ts'
import { type Attempt, tellDeed } from './perform.ts'
import { mayOperate } from './roles.ts'

/** Deeds that can wait for an approval, by the name under which it stores them. */
const DEEDS: Readonly<Record<string, Deed<never, unknown>>> = {
  bookEntry,
  bookStatedWire,
  resolveEntry,
  bookMovement,
  changeFees,
  changeSettings,
  setBankAccount,
  setFourEyes,
}

/** An amount that nobody knows is above any from which on a rule holds. */
const UNKNOWN_AMOUNT = cents(Number.MAX_SAFE_INTEGER)

/** A deed as its approval stores it. */
interface StoredDeed {
  readonly deed: string
  /** The input, sealed: it may hold an account number. */
  readonly sealed: string
  readonly reason: string | null
}

const placeOf = (bank: TenantId, id: string) => ({ tenant: bank, row: id, field: 'deed' })

/** Asks for the approval that a rule of four eyes wants; undefined where none does. */
export async function askApproval<Input, Answer>(
  tx: Tx,
  deed: Deed<Input, Answer>,
  input: Input,
  { actor, reason, role = 'admin' }: Attempt,
  vault: Vault,
): Promise<Approval | undefined> {
  const under = await deed.fourEyes?.(tx, input)
  if (!under) return undefined
  const bank = await productionBank(tx)
  const settings = await readTenant(tx, bank)
  const maker = { id: actor.personId, role }
  const rule = ruleFor(settings.approval_rules, { deed: under.deed, amount: under.amount ?? UNKNOWN_AMOUNT, maker })
  if (!rule) return undefined
  const { subject } = under
  await lockName(tx, `four eyes ${under.deed} ${subject}`)
  if (await lockAwaitingSubject(tx, bank, { deed: under.deed, subject })) {
    throw problem('invalid_state', 'This awaits the approval of another operator already.')
  }
  const name = Object.keys(DEEDS).find((one) => DEEDS[one] === (deed as unknown))
  if (name === undefined) throw new Error(`${deed.action} cannot wait for an approval`)
  const { amount, description } = under
  const about = { type: 'operator_deed' as const, id: subject, count: 1, amount, description }
  const asking = newApproval(rule, maker, about, settings)
  const sealed = vault.seal(placeOf(bank, asking.id), JSON.stringify(input)).toString('base64')
  const approval = { ...asking, action: { deed: name, sealed, reason: reason ?? null } }
  await Promise.all(insertApprovalsStatements(tx, bank, [{ approval, payouts: [] }]))
  return approval
}

/** Does the deed of an operator once another has approved it, in the name of the one who asked. */
export const operatorDeeds = (tools: DeedTools): SubjectOwner => ({
  async lock() {
    // The deed itself locks what it changes, and finds whether it still can be done.
  },
  async carryOut(tx, bank, approval) {
    const { deed: name, sealed, reason } = approval.action as unknown as StoredDeed
    const input = JSON.parse(tools.vault.open(placeOf(bank, approval.id), Buffer.from(sealed, 'base64'))) as JsonObject
    const deed = DEEDS[name] as Deed<JsonObject, unknown>
    const [maker] = await holdOperators(tx, [approval.made_by])
    if (!maker || !mayOperate(maker.role, deed.needs)) {
      throw problem('invalid_state', 'The operator who asked for this may not any more; ask for it again.')
    }
    const { answer: _done, ...told } = await deed.act(tx, input, tools, maker.id)
    const asked = { approval: approval.id, approved_by: approval.given.map((one) => one.name).join(', ') }
    const actor = { personId: maker.id, person: personName(maker) }
    await tellDeed(tx, tools.vault, { actor, asked, ...(reason === null ? {} : { reason }) }, deed.action, told)
  },
  async giveUp() {
    // Nothing was done yet.
  },
})

/** Approvals of operators have one kind of subject. */
export const operatorApprovals = (tools: DeedTools): ApprovalDeps => ({
  approvers,
  recordDecision: recordDecision(tools.vault),
  owners: { operator_deed: operatorDeeds(tools) } as unknown as SubjectOwners,
})
