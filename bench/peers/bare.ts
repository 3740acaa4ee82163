import Fastify from 'fastify'

/** The framework with nothing of ours: the JSON it answers comes in by an environment variable. */
const app = Fastify()
const answer = JSON.parse(process.env.ANSWER ?? '{}')
app.get('/', async () => answer)
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`listening ${address}\n`)
process.on('SIGTERM', () => process.exit(0))
