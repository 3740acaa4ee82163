import Fastify from 'fastify'
import { PurchaseCreate } from '../../service/src/resources/purchases/schema.ts'

/** The framework validates the same body and answers; nothing else happens. */
const app = Fastify({ ajv: { customOptions: { strict: false, coerceTypes: false } } })
app.post('/purchase', { schema: { body: PurchaseCreate } }, async (_request, reply) => {
  reply.code(201)
  return { id: 'pch_01kk3v9x2qf8m6t4w0c5n7d1ha', status: 'created' }
})
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`listening ${address}\n`)
process.on('SIGTERM', () => process.exit(0))
