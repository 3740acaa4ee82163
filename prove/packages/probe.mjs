// Runs inside the clean root file system, on the package's own Node: waits for the service, pays a creator of the sandbox and
// opens the pages. Prints one line of JSON. SERVICE is the service's process.
const ROOT = 'http://localhost:4000'
const PATIENCE_MS = 180_000
const startedAt = performance.now()

async function waitUntilReady() {
  while (performance.now() - startedAt < PATIENCE_MS) {
    const ready = await fetch(`${ROOT}/readyz`).catch(() => undefined)
    if (ready?.status === 200) return
    // Throws when the service has ended.
    process.kill(Number(process.env.SERVICE), 0)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`not ready after ${PATIENCE_MS} ms`)
}

async function post(path, body) {
  const response = await fetch(`${ROOT}/enterprise/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${process.env.DEMO_API_KEY}:`)}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`POST ${path} ${response.status} ${await response.text()}`)
  return response.json()
}

const statusOf = async (path) => (await fetch(ROOT + path, { headers: { accept: 'text/html' } })).status

await waitUntilReady()
const ready = (performance.now() - startedAt) / 1_000
const { id } = await post('/account-connection', {
  first_name: 'Alice',
  last_name: 'Alison',
  email: 'alice@example.com',
  requested_permissions: ['payment.credit'],
  verification_prompt: 'Your student number?',
  verification_answer: '4711',
})
await post('/sandbox/connect', { account_connection: id, type: 'direct' })
const payout = await post('/payout', { account_connection: id, amount_in_cents: 100 })
const pages = await Promise.all(['/', '/dashboard', '/docs', '/operator'].map(statusOf))
console.log(JSON.stringify({ ready, payout: payout.status, pages }))
