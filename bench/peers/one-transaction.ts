import Fastify from 'fastify'
import type { TenantId } from '../../service/src/kernel/ids.ts'
import { fromUtf8 } from '../../service/src/kernel/utf8.ts'
import { openDatabase } from '../../service/src/platform/database.ts'
import { createLogger } from '../../service/src/platform/logs.ts'
import { openVault } from '../../service/src/platform/vault.ts'
import { sandboxAch } from '../../service/src/rails/ach/sandbox.ts'
import { payoutLane } from '../../service/src/resources/payouts/lane.ts'
import { PayoutCreate, storedPayoutUtf8 } from '../../service/src/resources/payouts/schema.ts'

/** The same statements as the service, without lanes: one transaction per request, waiting in line for one row. */
const database = openDatabase({ url: process.env.DATABASE_URL ?? '', connectionsMax: 10 })
const vault = openVault(process.env.VAULT_KEY ?? '')
const lane = payoutLane(database, {
  vault,
  ach: { sandbox: sandboxAch, production: sandboxAch },
  log: createLogger('silent'),
})
const tenant = Number(process.env.TENANT) as TenantId

const app = Fastify({ ajv: { customOptions: { strict: false, coerceTypes: false } } })
app.post<{ Body: { account_connection: string; amount_in_cents: number } }>(
  '/payout',
  { schema: { body: PayoutCreate } },
  async (request, reply) => {
    const key = String(request.headers['idempotency-key'])
    const [outcome] = await lane.run(tenant, [
      {
        entries: [{ index: 0, input: request.body }],
        isBatch: false,
        faults: [],
        keyed: { scope: 'POST /payout', key, body: JSON.stringify(request.body) },
        maker: { id: 'key_bench', role: 'api_key' },
        answer: ([payout]) => storedPayoutUtf8(payout as NonNullable<typeof payout>),
      },
    ])
    if (!outcome || 'failed' in outcome) throw outcome?.failed
    return reply.code(201).header('content-type', 'application/json').send(fromUtf8(outcome.ok.body))
  },
)
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`listening ${address}\n`)
process.on('SIGTERM', () => process.exit(0))
