import { beforeAll, describe, expect, it } from 'vitest'
import { newToken } from '../../src/platform/tokens.ts'
import { type Answer, createClient } from '../support/client.ts'
import { go, inviteTo, newEmail, openHome, openTab, PASSWORD, startedTab } from '../support/connect.ts'
import { readableLog } from '../support/logged.ts'
import { asked, CODE, commit, pair, WRONG } from '../support/p2p.ts'
import { invited } from '../support/payouts.ts'
import { createBrowser, PASSWORD as PEOPLES_PASSWORD, signedIn } from '../support/people.ts'
import { type RunningService, startService } from '../support/service.ts'
import { totp } from '../support/totp.ts'

const AUTH = '/dashboard/auth'

let running: RunningService
const { log, lines } = readableLog('info')

beforeAll(async () => {
  running = await startService({ TRUSTED_PROXIES: '127.0.0.1', WORKER_POLL_MS: '60000' }, undefined, { log })
})

/** What the log says of guessing, since a moment. */
const warned = (since: number) =>
  lines
    .slice(since)
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg.startsWith('too many'))

const statuses = (answers: readonly Answer[]) => [...new Set(answers.map(({ status }) => status))].sort()

async function inTurn<T>(count: number, work: (nth: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let nth = 0; nth < count; nth++) results.push(await work(nth))
  return results
}

describe('guesses are few, and in the log', () => {
  it('at API keys: an address that had a thousand refused waits, whoever is known goes on', async () => {
    const since = lines.length
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    expect((await running.sandbox.get('/enterprise', from('192.0.2.1'))).status).toBe(200)
    const guess = (nth: number, address = '192.0.2.1') =>
      createClient(running.sandbox.base, `sk_sandbox_guess${nth}`).get('/enterprise', from(address))
    const answers: Answer[] = []
    for (let round = 0; round < 40; round++) {
      answers.push(...(await Promise.all(Array.from({ length: 30 }, (_, nth) => guess(round * 30 + nth)))))
    }
    expect(statuses(answers)).toEqual([401, 429])
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(1_030)
    const refused = answers.at(-1) as Answer
    expect(refused.body).toMatchObject({ code: 'rate_limited' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // A key of this environment that is in use, and guesses from elsewhere, are answered as ever.
    expect((await running.sandbox.get('/enterprise', from('192.0.2.1'))).status).toBe(200)
    expect((await guess(0, '192.0.2.2')).status).toBe(401)
    expect(warned(since)).toContainEqual(expect.objectContaining({ level: 40, address: '192.0.2.1' }))
    expect(lines.join('')).not.toContain('sk_sandbox_guess')
  })

  it('at the tokens of Connect', async () => {
    const since = lines.length
    const answers = await inTurn(110, () => openTab(`${running.roots.sandbox}/connect/${newToken()}`).open())
    expect(statuses(answers)).toEqual([404, 429])
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(100)
    expect(warned(since)).toHaveLength(10)
    expect(warned(since)[0]).toMatchObject({ guessing: 'connect tokens by address' })
  })

  it('at the answer of an invite, which dies of the third', async () => {
    const since = lines.length
    const { sandbox } = await running.enterprise()
    const tab = openTab(await inviteTo(sandbox, await invited(sandbox)))
    const answers = await Promise.all(Array.from({ length: 12 }, (_, nth) => tab.start(`guess ${nth}`)))
    expect(answers.filter(({ body }) => body.code === 'incorrect_answer')).toHaveLength(3)
    expect((await tab.start('4711')).body.code).toBe('link_unusable')
    expect(warned(since)).toMatchObject([{ guessing: 'incorrect_answer' }])
    expect(lines.join('')).not.toContain('guess 1')
  })

  it('at the code of a P2P payment, which expires of the third', async () => {
    const since = lines.length
    const { sandbox } = await running.enterprise()
    const { id } = await asked(sandbox, await pair(sandbox))
    const answers = await Promise.all(Array.from({ length: 12 }, () => commit(sandbox, id, WRONG)))
    expect(answers.filter(({ body }) => body.code === 'incorrect_code')).toHaveLength(3)
    expect((await commit(sandbox, id, CODE)).body.code).toBe('p2p_expired')
    expect(warned(since)).toContainEqual(expect.objectContaining({ guessing: 'incorrect_code' }))
  })

  it('at the code of a sign-in, and at passwords', async () => {
    const since = lines.length
    const { production } = await running.enterprise()
    const tab = await startedTab(production, await invited(production))
    const email = newEmail()
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'wallet' }, 'sign_in')
    await go(tab, 'login', { email, password: PASSWORD }, 'mobile')
    await go(tab, 'mobile', { mobile: '(202) 555-0123' }, 'code')
    const codes = await inTurn(7, (nth) => tab.post('code', { code: `99999${nth}` }))
    expect(codes.map(({ status }) => status)).toEqual(Array(7).fill(400))
    expect(codes.at(-1)?.body).toMatchObject({ code: 'incorrect_code', attempts_left: 0 })
    const passwords = await inTurn(12, () =>
      openHome(running.roots.production).post('sign-in', { email, password: 'no such password' }),
    )
    expect(statuses(passwords)).toEqual([400, 429])
    const told = warned(since).map(({ guessing }) => guessing)
    expect(told).toContain('incorrect_code')
    expect(told).toContain('sign-in by account')
    expect(lines.join('')).not.toContain('no such password')
  })

  it('at the passwords, the second factors and the invitations of the dashboard', async () => {
    const since = lines.length
    const origin = running.roots.sandbox
    const { id } = await running.enterprise()
    const pat = await signedIn(running, id, 'viewer')
    const { totpURI } = (await pat.post(`${AUTH}/two-factor/enable`, { password: PEOPLES_PASSWORD })).body
    await pat.post(`${AUTH}/two-factor/verify-totp`, { code: totp(totpURI) })
    // Whoever knows the password has few tries at the code, however often they sign in.
    const guesses: Answer[] = []
    for (let round = 0; round < 3; round++) {
      const browser = createBrowser(origin)
      await browser.post(`${AUTH}/sign-in/email`, { email: pat.email, password: PEOPLES_PASSWORD })
      const guess = () => browser.post(`${AUTH}/two-factor/verify-totp`, { code: 'nocode' })
      guesses.push(...(await inTurn(6, guess)))
    }
    expect(guesses.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(12)
    expect(guesses.at(-1)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    const passwords = await inTurn(12, () =>
      createBrowser(origin).post(`${AUTH}/sign-in/email`, { email: pat.email, password: 'no such password' }),
    )
    expect(statuses(passwords)).toEqual([401, 429])
    const invitations = await inTurn(110, () =>
      createBrowser(origin).get(`/dashboard/api/invitation/${newToken()}`, { 'x-forwarded-for': '192.0.2.7' }),
    )
    expect(statuses(invitations)).toEqual([409, 429])
    expect(invitations.filter(({ status }) => status === 409)).toHaveLength(100)
    const told = warned(since).map(({ guessing }) => guessing)
    for (const what of ['dashboard codes', 'dashboard by person', 'invitations by address'])
      expect(told).toContain(what)
  })
})
