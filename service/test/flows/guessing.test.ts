import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newToken } from '../../src/platform/tokens.ts'
import { type Answer, createClient } from '../support/client.ts'
import {
  go,
  inviteTo,
  newEmail,
  newLogin,
  openHome,
  openTab,
  PASSWORD,
  proveLogin,
  startedTab,
} from '../support/connect.ts'
import { readableLog } from '../support/logged.ts'
import { asked, CODE, commit, pair, WRONG } from '../support/p2p.ts'
import { invited } from '../support/payouts.ts'
import {
  type Browser,
  createBrowser,
  enrolled,
  newPerson,
  PASSWORD as PERSONS,
  signedIn,
  signIn,
} from '../support/people.ts'
import { invitationToken, sealedFacts } from '../support/sealed-messages.ts'
import { type RunningService, startService } from '../support/service.ts'
import { totp } from '../support/totp.ts'

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
    await proveLogin(tab, 'mobile', { email, password: PASSWORD }, async () => {
      const guesses = await inTurn(3, (nth) => tab.post('email-code', { code: `99999${nth}` }))
      expect(guesses.map(({ body }) => body.attempts_left)).toEqual([4, 3, 2])
      return (await sealedFacts(running, 'email_code', email)).code
    })
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
    expect(told).toContain('sign-in by account and address')
    expect(lines.join('')).not.toContain('no such password')
  })
})

const told = (since: number): string[] => [...new Set(warned(since).map(({ guessing }) => guessing as string))]

/** As if a quarter of an hour had passed: no test waits for another's count. */
const later = () => running.database.sql`delete from tries`

const wrongOf = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('guesses at the dashboard are few, and in the log', () => {
  beforeEach(later)

  it('at passwords, of whoever there is and of nobody', async () => {
    const since = lines.length
    const { id } = await running.enterprise()
    const { email } = await newPerson(running, id, 'viewer')
    for (const guessed of [email, 'nobody@people.example']) {
      const answers = await inTurn(12, (nth) =>
        createBrowser(running.roots.sandbox).post('/dashboard/auth/sign-in/email', {
          email: guessed,
          password: `no such password ${nth}`,
        }),
      )
      expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429, 429])
    }
    expect(warned(since)).toHaveLength(4)
    const guessing = 'dashboard by account and address'
    expect(warned(since)[0]).toMatchObject({ level: 40, guessing, address: '127.0.0.1' })
    expect(lines.slice(since).join('')).not.toMatch(/no such password|people\.example/)
  })

  it('at the codes of an authenticator and at backup codes', async () => {
    const { id } = await running.enterprise()
    for (const path of ['verify-totp', 'verify-backup-code']) {
      const pat = await signedIn(running, id, 'viewer')
      const { totpURI, backupCodes } = await enrolled(pat)
      await later()
      const since = lines.length
      const isTotp = path === 'verify-totp'
      const wrong = isTotp ? wrongOf(totp(totpURI)) : 'aaaaa-bbbbb'
      // A challenge takes few codes; the password opens another, and forgives none.
      const answers = await inTurn(13, async () =>
        (await signIn(running.roots.sandbox, pat.email)).post(`/dashboard/auth/two-factor/${path}`, { code: wrong }),
      )
      expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(401), ...Array(3).fill(429)])
      expect(told(since)).toEqual(['dashboard by person'])
      const right = isTotp ? totp(totpURI) : backupCodes[0]
      const late = await (await signIn(running.roots.sandbox, pat.email)).post(`/dashboard/auth/two-factor/${path}`, {
        code: right,
      })
      expect(late.status).toBe(429)
      // Beyond our quarter of an hour the library's own lock holds, and is told, too.
      await later()
      const locked = await (await signIn(running.roots.sandbox, pat.email)).post(`/dashboard/auth/two-factor/${path}`, {
        code: right,
      })
      expect([locked.status, locked.body.code]).toEqual([429, 'rate_limited'])
      expect(told(since)).toEqual(['dashboard by person', 'dashboard second factor'])
      expect(lines.slice(since).join('')).not.toMatch(new RegExp(`"${wrong}"|"${right}"`))
    }
  })

  it('at the password and the code that make a sign-in fresh', async () => {
    const since = lines.length
    const { id } = await running.enterprise()
    const pat = await signedIn(running, id, 'admin')
    const { totpURI } = await enrolled(pat)
    const confirm = (password: string, code: string) => pat.post('/dashboard/api/confirm', { password, code })
    const answers = await inTurn(12, (nth) =>
      nth % 2 === 0 ? confirm(`no such password ${nth}`, totp(totpURI)) : confirm(PERSONS, wrongOf(totp(totpURI))),
    )
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(400), 429, 429])
    expect((await confirm(PERSONS, totp(totpURI))).status).toBe(429)
    expect(told(since)).toEqual(['dashboard confirming'])
    expect(lines.slice(since).join('')).not.toContain('no such password')
  })

  it.each([
    ['invitations, looked at', 'GET', (token: string) => `/dashboard/api/invitation/${token}`],
    ['invitations, accepted', 'POST', (token: string) => `/dashboard/api/invitation/${token}/accept`],
    ['password resets', 'POST', () => '/dashboard/auth/reset-password'],
  ] as const)('at the tokens of %s, by the address they come from', async (what, method, path) => {
    const since = lines.length
    const { id } = await running.enterprise()
    const admin = await signedIn(running, id, 'admin')
    const invitation = { email: newEmail(), role: 'viewer' }
    await admin.post('/dashboard/api/invitations', invitation)
    const right = await invitationToken(running, invitation.email)
    const browser = createBrowser(running.roots.sandbox)
    const guess = (token: string) => {
      const chosen = what === 'password resets' ? { token, newPassword: PERSONS } : { name: 'Mal', password: PERSONS }
      return browser.call(method, path(token), method === 'GET' ? undefined : chosen)
    }
    const tokens = Array.from({ length: 104 }, newToken)
    const answers = await inTurn(104, (nth) => guess(tokens[nth] as string))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
    expect(statuses(answers)).toHaveLength(2)
    expect(answers.at(-1)?.status).toBe(429)
    // The right one, too: nobody compares any more.
    expect((await guess(right)).status).toBe(429)
    expect(told(since)).toEqual(['dashboard by address'])
    expect(tokens.filter((token) => lines.slice(since).join('').includes(token))).toEqual([])
    // Elsewhere it works, and looking at it often is no guess.
    const from = { 'x-forwarded-for': '192.0.2.9' }
    if (method === 'GET') {
      const looks = await inTurn(102, () => browser.get(path(right), from))
      expect(statuses(looks)).toEqual([200])
    }
  })
})

describe('a stranger who tries does not keep the owner out', () => {
  beforeEach(later)

  const from = (nth: number) => ({ 'x-forwarded-for': `198.51.100.${nth}` })

  it('of the dashboard: neither by asking for resets, nor by passwords from one place, nor from many', async () => {
    const { id } = await running.enterprise()
    const { email } = await newPerson(running, id, 'viewer')
    const enter = (browser: Browser, password: string, source: number) =>
      browser.post('/dashboard/auth/sign-in/email', { email, password }, from(source))
    const owners = createBrowser(running.roots.sandbox)
    expect((await enter(owners, PERSONS, 1)).status).toBe(200)

    const stranger = createBrowser(running.roots.sandbox)
    const resets = await inTurn(12, () => stranger.post('/dashboard/auth/request-password-reset', { email }, from(2)))
    expect(resets.map(({ status }) => status)).toEqual([...Array(5).fill(200), ...Array(7).fill(429)])
    const guesses = await inTurn(12, (nth) => enter(stranger, `no such password ${nth}`, 2))
    expect(guesses.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429, 429])
    // Somewhere else, at a device that nobody knows.
    expect((await enter(createBrowser(running.roots.sandbox), PERSONS, 3)).status).toBe(200)
    const asked = await createBrowser(running.roots.sandbox).post(
      '/dashboard/auth/request-password-reset',
      { email },
      from(3),
    )
    expect(asked.status).toBe(200)

    const many = await inTurn(60, (nth) => enter(stranger, `no such password ${nth}`, 10 + (nth % 12)))
    expect(many.at(-1)?.status).toBe(429)
    expect((await enter(createBrowser(running.roots.sandbox), PERSONS, 4)).status).toBe(429)
    // The device that the owner has signed in from, also where the stranger is.
    for (const source of [1, 2, 10]) expect((await enter(owners, PERSONS, source)).status).toBe(200)
    expect((await enter(owners, 'mistyped by the owner', 1)).status).toBe(401)
    expect((await enter(owners, PERSONS, 1)).status).toBe(200)
  })

  it('of an account: the device that the owner has used goes on, another waits', async () => {
    const email = newEmail()
    const { sandbox } = await running.enterprise()
    const tab = await startedTab(sandbox, await invited(sandbox))
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'wallet' }, 'sign_in')
    await newLogin(tab, 'review', email)
    const [owners, other] = [openHome(running.roots.sandbox), openHome(running.roots.sandbox)]
    await owners.post('sign-in', { email, password: PASSWORD })
    expect((await owners.post('code', { code: '000000' })).body.status).toBe('signed_in')
    const guess = (nth: number) => other.post('sign-in', { email, password: `wrong ${nth}` }, from(20 + (nth % 12)))
    expect((await inTurn(60, guess)).at(-1)?.status).toBe(429)
    expect((await other.post('sign-in', { email, password: PASSWORD })).status).toBe(429)
    expect((await owners.post('sign-in', { email, password: PASSWORD })).body.status).toBe('code_needed')
  })

  it('of the dashboard: a network of IPv6 addresses is one place', async () => {
    const { id } = await running.enterprise()
    const { email } = await newPerson(running, id, 'viewer')
    const enter = (password: string, address: string) =>
      createBrowser(running.roots.sandbox).post(
        '/dashboard/auth/sign-in/email',
        { email, password },
        { 'x-forwarded-for': address },
      )
    const guesses = await inTurn(60, (nth) => enter(`no such password ${nth}`, `2001:db8:1:2::${nth}`))
    expect(guesses.map(({ status }) => status)).toEqual([...Array(10).fill(401), ...Array(50).fill(429)])
    expect((await enter(PERSONS, '2001:db8:1:3::1')).status).toBe(200)
  })

  it('of an address that they prove: guesses at its codes from elsewhere do not count for the owner', async () => {
    const email = newEmail()
    const { production } = await running.enterprise()
    const begun = async (source: number) => {
      const tab = await startedTab(production, await invited(production))
      await go(tab, 'welcome', {}, 'method')
      await go(tab, 'method', { method: 'wallet' }, 'sign_in')
      await tab.post('login', { email, password: PASSWORD }, from(source))
      return tab
    }
    const guessed = []
    for (let session = 0; session < 5; session++) {
      const tab = await begun(40)
      guessed.push(...(await inTurn(5, (nth) => tab.post('email-code', { code: `99999${nth}` }, from(40)))))
    }
    expect(guessed.map(({ status }) => status)).toEqual([...Array(20).fill(400), ...Array(5).fill(429)])
    const owners = await begun(41)
    const { code } = await sealedFacts(running, 'email_code', email)
    expect((await owners.post('email-code', { code }, from(41))).body.step).toBe('mobile')
  })

  it('a device is known for the person who signed in from it alone', async () => {
    const { id } = await running.enterprise()
    const [pat, mal] = [await newPerson(running, id, 'viewer'), await newPerson(running, id, 'viewer')]
    const browser = createBrowser(running.roots.sandbox)
    const enter = (email: string, password: string) =>
      browser.post('/dashboard/auth/sign-in/email', { email, password })
    expect((await enter(mal.email, PERSONS)).status).toBe(200)
    const guesses = await inTurn(12, (nth) => enter(pat.email, `no such password ${nth}`))
    expect(guesses.at(-1)?.status).toBe(429)
  })
})
