import { expect, it } from 'vitest'
import type { ApprovalRule, Party } from '../../../contracts/approvals.ts'
import { approve, approvingKey, setRules } from '../support/approvals.ts'
import type { Answer } from '../support/client.ts'
import { auditClean, balances, connected, OPENING, paid, read } from '../support/payouts.ts'
import { signedIn } from '../support/people.ts'
import { startService } from '../support/service.ts'

const PARTIES = ['admin', 'finance', 'api_key'] as const satisfies readonly Party[]
type Approving = (typeof PARTIES)[number]

const subsets = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: 2 ** all.length }, (_, nth) => all.filter((_one, place) => (nth >> place) % 2 === 1))

const orders = <T>(all: readonly T[]): T[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((one) => orders(all.filter((other) => other !== one)).map((rest) => [one, ...rest]))

const RULES: readonly ApprovalRule[] = subsets(PARTIES)
  .filter((approvers) => approvers.length > 0)
  .flatMap((approvers) =>
    [1, 2, 3].map((needed) => ({ deed: 'payout', from_amount_in_cents: 0, maker: 'any', needed, approvers }) as const),
  )

/** Written from the decisions: the answer to each, one after the other, and whether it was paid in the end. */
function expected(
  { needed, approvers }: ApprovalRule,
  order: readonly Approving[],
): { statuses: number[]; isPaid: boolean } {
  let given = 0
  const statuses = order.map((party) => {
    if (given >= needed) return 409
    if (!approvers.includes(party)) return 403
    given++
    return 200
  })
  return { statuses, isPaid: given >= needed }
}

it('every rule × every role × every order of approvals', { timeout: 180_000 }, async () => {
  const running = await startService({ WORKER_POLL_MS: '60000' })
  const { id, sandbox } = await running.enterprise()
  const creator = await connected(sandbox, 'direct')
  const [admin, finance, key] = [
    await signedIn(running, id, 'admin'),
    await signedIn(running, id, 'finance'),
    await approvingKey(running, id),
  ]
  const by: Record<Approving, (approval: string) => Promise<Answer>> = {
    admin: (approval) => admin.post(`/dashboard/api/sandbox/v1/approval/${approval}/approve`),
    finance: (approval) => finance.post(`/dashboard/api/sandbox/v1/approval/${approval}/approve`),
    api_key: (approval) => approve(key.client, approval),
  }
  let left = 0
  for (const rule of RULES) {
    await setRules(running, id, [rule])
    for (const order of orders(PARTIES)) {
      const payout = await paid(sandbox, creator, 1)
      const statuses = []
      for (const party of order) statuses.push((await by[party](payout.approval.id)).status)
      const { status } = await read(sandbox, payout.id)
      const found = { rule, order, statuses, isPaid: status === 'pending' }
      expect(found).toEqual({ rule, order, ...expected(rule, order) })
      if (found.isPaid) left++
    }
  }
  expect(left).toBeGreaterThan(0)
  const { operating } = await balances(sandbox)
  // Those that still await hold a cent and the highest fee.
  expect(operating).toBe(OPENING - left - (RULES.length * 6 - left) * 26)
  await auditClean(running.database)
})
