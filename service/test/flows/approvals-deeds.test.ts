import { beforeAll, describe, expect, it } from 'vitest'
import type { ApprovalRule, DEEDS, Party } from '../../../contracts/approvals.ts'
import { approve, approvingKey, setRules } from '../support/approvals.ts'
import type { Answer } from '../support/client.ts'
import { bring, confirm, csvOf, readFileOf } from '../support/pay-files.ts'
import { auditClean, connected, read } from '../support/payouts.ts'
import { type Browser, signedIn } from '../support/people.ts'
import { bought, buyerWith, readPurchase } from '../support/purchases.ts'
import { type RunningService, startService } from '../support/service.ts'
import { readWithdrawal, withdrawingKey, withdrawn } from '../support/withdrawals.ts'

const PARTIES = ['admin', 'finance', 'api_key'] as const satisfies readonly Party[]
type Approving = (typeof PARTIES)[number]

const subsets = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: 2 ** all.length - 1 }, (_, nth) => all.filter((_one, place) => ((nth + 1) >> place) % 2 === 1))

const orders = <T>(all: readonly T[]): T[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((one) => orders(all.filter((other) => other !== one)).map((rest) => [one, ...rest]))

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
})

/** A deed that awaits approval, and whether it was carried out by then. */
interface Asked {
  readonly approval: string
  isDone(): Promise<boolean>
}

interface Scene {
  readonly id: string
  readonly maker: Browser
  readonly ask: (nth: number) => Promise<Asked>
}

const RULES = '/dashboard/api/sandbox/approval-rules'
const LIMITS = '/dashboard/api/sandbox/limits'
const KEYS = '/dashboard/api/sandbox/keys'

/** Every way to each deed of an enterprise. Payouts single have a test of their own. */
const WAYS: Record<string, { deed: keyof typeof DEEDS; scene(): Promise<Scene> }> = {
  'payouts in a batch': {
    deed: 'payout',
    async scene() {
      const { id, sandbox } = await running.enterprise()
      const entry = { account_connection: await connected(sandbox, 'direct'), amount_in_cents: 1 }
      return {
        id,
        maker: await signedIn(running, id, 'admin'),
        async ask() {
          const { payouts } = (await sandbox.post('/payout/batch', { payouts: [entry, entry] })).body
          const statuses = () =>
            Promise.all(payouts.map(async (one: { id: string }) => (await read(sandbox, one.id)).status))
          return {
            approval: payouts[0].approval.id,
            async isDone() {
              const found = await statuses()
              expect(new Set(found).size).toBe(1)
              return found[0] === 'pending'
            },
          }
        },
      }
    },
  },
  'a pay file': {
    deed: 'payout',
    async scene() {
      const { id, sandbox } = await running.enterprise()
      const maker = await signedIn(running, id, 'finance')
      const creator = await connected(sandbox, 'direct')
      return {
        id,
        maker,
        async ask(nth) {
          const { file_id: file } = (await bring(maker, csvOf('connection,amount_in_cents', [`${creator},${nth + 1}`])))
            .body
          const { approval } = (await confirm(maker, file)).body
          return { approval: approval.id, isDone: async () => !('approval' in (await readFileOf(maker, file))) }
        },
      }
    },
  },
  'a withdrawal': {
    deed: 'withdrawal',
    async scene() {
      const { id } = await running.enterprise()
      const client = await withdrawingKey(running, id)
      return {
        id,
        maker: await signedIn(running, id, 'admin'),
        async ask() {
          const made = await withdrawn(client, 1)
          return {
            approval: made.approval.id,
            isDone: async () => (await readWithdrawal(client, made.id)).status === 'pending',
          }
        },
      }
    },
  },
  'a refund': {
    deed: 'refund',
    async scene() {
      const { id, sandbox } = await running.enterprise()
      const buyer = await buyerWith(sandbox)
      return {
        id,
        maker: await signedIn(running, id, 'admin'),
        async ask() {
          const purchase = await bought(sandbox, buyer, 100)
          const asked = await sandbox.put(`/purchase/${purchase.id}`, { status: 'refunded' })
          return {
            approval: asked.body.approval.id,
            isDone: async () => (await readPurchase(sandbox, purchase.id)).status !== purchase.status,
          }
        },
      }
    },
  },
  'an API key': {
    deed: 'api_key',
    async scene() {
      const { id } = await running.enterprise()
      const maker = await signedIn(running, id, 'admin')
      return {
        id,
        maker,
        async ask(nth) {
          const { id: key, approval } = (await maker.post(KEYS, { name: `Key ${nth}`, scopes: ['read'] })).body
          const listed = async (): Promise<{ id: string }[]> => (await maker.get(KEYS)).body.data
          return { approval: approval.id, isDone: async () => (await listed()).some((one) => one.id === key) }
        },
      }
    },
  },
  'an invitation': {
    deed: 'person',
    async scene() {
      const { id } = await running.enterprise()
      const maker = await signedIn(running, id, 'admin')
      return {
        id,
        maker,
        async ask(nth) {
          const email = `guest-${nth}@people.example`
          const { approval } = (await maker.post('/dashboard/api/invitations', { email, role: 'viewer' })).body
          const listed = async (): Promise<{ email: string }[]> =>
            (await maker.get('/dashboard/api/invitations')).body.data
          return { approval: approval.id, isDone: async () => (await listed()).some((one) => one.email === email) }
        },
      }
    },
  },
  'a change of the rules': {
    deed: 'approval_rules',
    async scene() {
      const { id } = await running.enterprise()
      const maker = await signedIn(running, id, 'admin')
      return {
        id,
        maker,
        async ask() {
          const { approval } = (await maker.call('PUT', RULES, { rules: [] })).body
          return { approval: approval.id, isDone: async () => (await maker.get(RULES)).body.rules.length === 0 }
        },
      }
    },
  },
  'a change of the limits': {
    deed: 'approval_rules',
    async scene() {
      const { id, sandbox } = await running.enterprise()
      const maker = await signedIn(running, id, 'admin')
      return {
        id,
        maker,
        async ask(nth) {
          const hours = nth + 1
          const { approval } = (await maker.call('PUT', LIMITS, { limits: [], new_bank_account_wait_hours: hours }))
            .body
          const stands = async () => (await sandbox.get('/limit')).body.new_bank_account_wait_hours
          return { approval: approval.id, isDone: async () => (await stands()) === hours }
        },
      }
    },
  },
}

/** Written from the decisions: the answer to each, one after the other, and whether it was done in the end. */
function expected({ needed, approvers }: ApprovalRule, order: readonly Approving[]) {
  let given = 0
  const statuses = order.map((party) => {
    if (given >= needed) return 409
    if (!approvers.includes(party)) return 403
    given++
    return 200
  })
  return { statuses, isDone: given >= needed }
}

describe('every rule × every role × every order of approvals', () => {
  it.each(Object.entries(WAYS))('of %s', { timeout: 240_000 }, async (_way, { deed, scene }) => {
    const { id, maker, ask } = await scene()
    const [admin, finance, key] = [
      await signedIn(running, id, 'admin'),
      await signedIn(running, id, 'finance'),
      await approvingKey(running, id),
    ]
    const approvalPath = (approval: string, what: string) => `/dashboard/api/sandbox/v1/approval/${approval}/${what}`
    const by: Record<Approving, (approval: string) => Promise<Answer>> = {
      admin: (approval) => admin.post(approvalPath(approval, 'approve')),
      finance: (approval) => finance.post(approvalPath(approval, 'approve')),
      api_key: (approval) => approve(key.client, approval),
    }
    let nth = 0
    for (const approvers of subsets(PARTIES)) {
      for (const needed of [1, 2]) {
        const rule: ApprovalRule = { deed, from_amount_in_cents: 0, maker: 'any', needed, approvers }
        for (const order of orders(PARTIES)) {
          await setRules(running, id, [rule])
          const { approval, isDone } = await ask(nth++)
          expect(await isDone()).toBe(false)
          const statuses = []
          for (const party of order) statuses.push((await by[party](approval)).status)
          const found = { rule, order, statuses, isDone: await isDone() }
          expect(found).toEqual({ rule, order, ...expected(rule, order) })
          // Where one change at a time may be asked for, its maker withdraws it.
          if (!found.isDone) await maker.post(approvalPath(approval, 'reject'))
        }
      }
    }
    await auditClean(running.database)
  })
})
