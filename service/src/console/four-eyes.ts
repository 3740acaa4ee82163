import { approvers, holdOperators, personName, recordDecision } from '../dashboard/index.ts'
import { problem } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json.ts'
import { ZERO } from '../kernel/money.ts'
import type { Tx } from '../platform/database.ts'
import { lockName } from '../platform/locks.ts'
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
import { bookEntry, resolveEntry } from './deeds/bank.ts'
import type { Deed, DeedTools } from './deeds/deed.ts'
import { changeFees, changeSettings } from './deeds/enterprises.ts'
import { setFourEyes } from './deeds/four-eyes.ts'
import { type Attempt, tellDeed } from './perform.ts'
import { mayOperate } from './roles.ts'

/** Deeds that can wait for an approval, by the name under which it stores them. */
const DEEDS: Readonly<Record<string, Deed<never, unknown>>> = {
  bookEntry,
  resolveEntry,
  changeFees,
  changeSettings,
  setFourEyes,
}

/** A deed as its approval stores it. */
interface Asked {
  readonly deed: string
  readonly input: JsonObject
  readonly reason: string | null
}

/** Asks for the approval that a rule of four eyes wants; undefined where none does. */
export async function askApproval<Input, Answer>(
  tx: Tx,
  deed: Deed<Input, Answer>,
  input: Input,
  { actor, reason, role = 'admin' }: Attempt,
): Promise<Approval | undefined> {
  const under = await deed.fourEyes?.(tx, input)
  if (!under) return undefined
  const bank = await productionBank(tx)
  const settings = await readTenant(tx, bank)
  const maker = { id: actor.personId, role }
  const rule = ruleFor(settings.approval_rules, { deed: under.deed, amount: under.amount ?? ZERO, maker })
  if (!rule) return undefined
  const { subject } = under
  await lockName(tx, `four eyes ${under.deed} ${subject}`)
  if (await lockAwaitingSubject(tx, bank, { deed: under.deed, subject })) {
    throw problem('invalid_state', 'This awaits the approval of another operator already.')
  }
  const name = Object.keys(DEEDS).find((one) => DEEDS[one] === (deed as unknown))
  if (name === undefined) throw new Error(`${deed.action} cannot wait for an approval`)
  const asked: Asked = { deed: name, input: input as unknown as JsonObject, reason: reason ?? null }
  const { amount, description } = under
  const about = { type: 'operator_deed' as const, id: subject, count: 1, amount, description }
  const approval = newApproval(rule, maker, { ...about, action: asked as unknown as JsonObject }, settings)
  await Promise.all(insertApprovalsStatements(tx, bank, [{ approval, payouts: [] }]))
  return approval
}

/** Does the deed of an operator once another has approved it, in the name of the one who asked. */
export const operatorDeeds = (tools: DeedTools): SubjectOwner => ({
  async lock() {
    // The deed itself locks what it changes, and finds whether it still can be done.
  },
  async carryOut(tx, _tenant, approval) {
    const { deed: name, input, reason } = approval.action as unknown as Asked
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
