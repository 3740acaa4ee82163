import Fastify from 'fastify'
import { P2pCommit, P2pCreate } from '../../service/src/resources/p2p/schema.ts'
import { PayoutCreate } from '../../service/src/resources/payouts/schema.ts'

/** The framework validates the same bodies and answers; nothing else happens. */
const app = Fastify({ ajv: { customOptions: { strict: false, coerceTypes: false } } })
app.post('/payout', { schema: { body: PayoutCreate } }, async (_request, reply) => {
  reply.code(201)
  return { id: 'pay_01kk3v9x2qf8m6t4w0c5n7d1ha', status: 'pending' }
})
app.post('/p2p', { schema: { body: P2pCreate } }, async (_request, reply) => {
  reply.code(201)
  return { id: 'p2p_01kk3v9x2qf8m6t4w0c5n7d1ha', status: 'created' }
})
app.post('/p2p/:id/commit', { schema: { body: P2pCommit } }, async () => ({
  id: 'p2p_01kk3v9x2qf8m6t4w0c5n7d1ha',
  status: 'pending',
}))
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`listening ${address}\n`)
process.on('SIGTERM', () => process.exit(0))
