import { type Checks, figure } from '../proof.ts'
import { readOperations } from './document.ts'
import { checkWait } from './prober.ts'

/** As many as a page can have. */
const ENTRIES = 1_000
const AT_ONCE = 8

type Post = (path: string, body: object) => Promise<{ readonly id: string }>

const DESCRIPTION = '"'.repeat(1_000)
const user_data = { note: 'é'.repeat(500) }
const names = { first_name: '<'.repeat(100), last_name: '>'.repeat(100) }

const connection = (nth: number, more: object = {}) => ({
  ...names,
  email: `alice.${nth}@example.com`,
  requested_permissions: ['payment.credit', 'payment.debit'],
  verification_prompt: '?'.repeat(255),
  verification_answer: '4711',
  user_data,
  ...more,
})

/** An enterprise that has a thousand of everything, each as large as it may be. */
async function fill(post: Post): Promise<void> {
  const many = async (path: string, body: (nth: number) => object): Promise<string[]> => {
    const ids: string[] = []
    let next = 0
    const work = async () => {
      for (let nth = next++; nth < ENTRIES; nth = next++) ids.push((await post(path, body(nth))).id)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return ids
  }
  const [unclaimed = ''] = await many('/account-connection', connection)
  const pay = { amount_in_cents: 1, description: DESCRIPTION, user_data }
  // Each is a mail to the creator, which is rendered when it is read.
  const payout = { ...pay, account_connection: unclaimed }
  await post('/payout/batch', { payouts: Array.from({ length: ENTRIES }, () => payout) })
  await many('/withdrawal', () => pay)
  const [source, destination] = await Promise.all(
    [1, 2].map(async (nth) => {
      const { id } = await post('/account-connection', connection(ENTRIES + nth))
      await post('/sandbox/connect', { account_connection: id, type: 'direct' })
      return id
    }),
  )
  await many('/p2p', () => ({ ...pay, source, destination }))
  const terms = { type: 'deposit_split', deposit_source: 'video_ads', split_percent_amount: 10, user_data }
  await many('/contract', () => ({ ...terms, account_connection: source }))
  const card = { payment_instrument_id: 'pi_sandbox_visa' }
  const [buyer] = await many('/buyer', (nth) => ({ ...names, ...card, email: `b.${nth}@example.com`, user_data }))
  const items = Array.from({ length: 100 }, () => ({
    name: 'x'.repeat(255),
    description: DESCRIPTION.replaceAll('"', 'y'),
    amount_in_cents: 100,
  }))
  await many('/purchase', () => ({ buyer, items, user_data }))
}

/** Every list that a key can read, with as many entries as may be asked for, one after the other. */
export async function largePages(port: number, key: string, checks: Checks): Promise<void> {
  const base = `http://127.0.0.1:${port}/enterprise/v1`
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`
  await fill(async (path, body) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const answer = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`POST ${path} was answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as { id: string }
  })
  const lists = (await readOperations(base)).flatMap(({ method, path, parameters }) => {
    const size = parameters.find(({ name }) => name === 'page_size')
    return method === 'GET' && size && !path.includes('{') ? [`${path}?page_size=${size.schema.maximum}`] : []
  })
  for (const list of lists) {
    let [status, bytes] = [0, 0]
    const read = async (): Promise<void> => {
      const answer = await fetch(base + list, { headers: { authorization } })
      status = answer.status
      bytes = (await answer.arrayBuffer()).byteLength
    }
    await checkWait(port, list, read, checks)
    figure(`  ${list}`, (bytes / 1e6).toFixed(1), 'MB')
    checks.check(`${list} is answered 200`, status === 200, status)
  }
}
