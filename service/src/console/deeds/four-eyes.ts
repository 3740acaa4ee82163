import { type ApprovalRule, OPERATOR_DEEDS, type OperatorDeed } from '../../../../contracts/approvals.ts'
import type { FourEyesRules } from '../../../../contracts/console/pages.ts'
import { listOperators } from '../../dashboard/index.ts'
import { problem } from '../../kernel/errors.ts'
import type { Tx } from '../../platform/database.ts'
import { lockApprovalRules, productionBank, readApprovalRules, writeApprovalRules } from '../../tenants/index.ts'
import { type ConsoleAction, mayOperate, OPERATOR_ROLES } from '../roles.ts'
import { deed } from './deed.ts'

const DECIDES: ConsoleAction = 'approvals.decide'
const APPROVERS = OPERATOR_ROLES.filter((role) => mayOperate(role, DECIDES))

const ruleFrom = (name: OperatorDeed, from: number): ApprovalRule => ({
  deed: name,
  from_amount_in_cents: from,
  maker: 'any',
  needed: 1,
  approvers: APPROVERS,
})

/** With any rule there is one for the rules themselves: else one operator alone could lift them. */
function rulesOf({ bank_entry_from_in_cents, fees, bank_account }: FourEyesRules): ApprovalRule[] {
  const rules = [
    ...(bank_entry_from_in_cents === null ? [] : [ruleFrom('bank_entry', bank_entry_from_in_cents)]),
    ...(fees ? [ruleFrom('fees', 0)] : []),
    ...(bank_account ? [ruleFrom('bank_account', 0)] : []),
  ]
  return rules.length === 0 ? [] : [...rules, ruleFrom('four_eyes', 0)]
}

export async function readFourEyes(tx: Tx): Promise<FourEyesRules> {
  const rules = await readApprovalRules(tx, await productionBank(tx))
  const of = (name: OperatorDeed) => rules.find((rule) => rule.deed === name)
  return {
    bank_entry_from_in_cents: of('bank_entry')?.from_amount_in_cents ?? null,
    fees: of('fees') !== undefined,
    bank_account: of('bank_account') !== undefined,
  }
}

/** Sets which deeds of operators need the approval of another. */
export const setFourEyes = deed({
  action: 'four_eyes.set',
  needs: 'system.change',
  fourEyes: async () => ({
    deed: 'four_eyes',
    subject: 'four_eyes',
    amount: null,
    description: OPERATOR_DEEDS.four_eyes,
  }),
  async act(tx, input: FourEyesRules) {
    const rules = rulesOf(input)
    const able = (await listOperators(tx)).filter(({ role }) => APPROVERS.includes(role))
    if (rules.length > 0 && able.length < 2) {
      throw problem('invalid_state', 'Four eyes need two operators who are treasurer or admin; add another one first.')
    }
    const bank = await productionBank(tx)
    const before = await lockApprovalRules(tx, bank)
    await writeApprovalRules(tx, bank, rules)
    return { answer: input, details: { before: before.map((rule) => rule.deed), after: { ...input } } }
  },
})
