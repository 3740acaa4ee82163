import Fastify, { type FastifyReply } from 'fastify'
import type { Reply } from '../../service/src/http/index.ts'
import type { TenantId } from '../../service/src/kernel/ids.ts'
import { fromUtf8, toUtf8, utf8Json } from '../../service/src/kernel/utf8.ts'
import { openDatabase } from '../../service/src/platform/database.ts'
import type { Outcome } from '../../service/src/platform/lanes.ts'
import { openVault } from '../../service/src/platform/vault.ts'
import { sandboxCode } from '../../service/src/rails/codes/sandbox.ts'
import { commitLane } from '../../service/src/resources/p2p/commit-lane.ts'
import { createLane } from '../../service/src/resources/p2p/create-lane.ts'
import { P2pCommit, P2pCreate, type P2pInput, viewP2p } from '../../service/src/resources/p2p/schema.ts'

/** The same statements as the service, without lanes: one transaction per request. */
const database = openDatabase({ url: process.env.DATABASE_URL ?? '', connectionsMax: 10 })
const vault = openVault(process.env.VAULT_KEY ?? '')
const creations = createLane(database, { vault, newCode: sandboxCode, environment: 'sandbox' })
const commits = commitLane(database, { vault, environment: 'sandbox' })
const tenant = Number(process.env.TENANT) as TenantId

function answer(reply: FastifyReply, outcome: Outcome<Reply> | undefined): FastifyReply {
  if (!outcome || 'failed' in outcome) throw outcome?.failed
  return reply.code(outcome.ok.status).header('content-type', 'application/json').send(fromUtf8(outcome.ok.body))
}

const app = Fastify({ ajv: { customOptions: { strict: false, coerceTypes: false } } })
app.post<{ Body: P2pInput }>('/p2p', { schema: { body: P2pCreate } }, async (request, reply) => {
  const keyed = { scope: 'POST /p2p', key: String(request.headers['idempotency-key']), body: '' }
  const [outcome] = await creations.run(tenant, [
    { input: request.body, keyed, answer: (payment) => utf8Json(viewP2p(payment)) },
  ])
  return answer(reply, outcome)
})
app.post<{ Body: { code: string }; Params: { id: string } }>(
  '/p2p/:id/commit',
  { schema: { body: P2pCommit } },
  async (request, reply) => {
    const { id } = request.params
    const keyed = { scope: `POST /p2p/${id}/commit`, key: String(request.headers['idempotency-key']), body: '' }
    const view = { answer: (payment: Parameters<typeof viewP2p>[0]) => utf8Json(viewP2p(payment)) }
    const [outcome] = await commits.run(tenant, [
      { id, code: request.body.code, keyed, ...view, refuse: (problem) => toUtf8(problem.message) },
    ])
    return answer(reply, outcome)
  },
)
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`listening ${address}\n`)
process.on('SIGTERM', () => process.exit(0))
