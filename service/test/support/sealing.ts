import { expect } from 'vitest'
import type { Database } from '../../src/platform/database.ts'
import type { Vault } from '../../src/platform/vault.ts'
import { writeAch } from '../../src/rails/ach/nacha/index.ts'
import { creditEntry, incomingFile, type TestBank } from './bank.ts'
import type { Client } from './client.ts'
import { APPLICANT, BANK, CREDIT, go, inviteTo, newEmail, PASSWORD, proveLogin, startedTab } from './connect.ts'
import { asked, commit, pair } from './p2p.ts'
import { connected, invited, legacyMethod } from './payouts.ts'
import { ACCOUNT } from './withdrawals.ts'

/** Something of every kind that the vault seals, written by one client. */
export interface SealingRound {
  /** Goes on with what was begun: a form half filled in, a payment that waits for its code. */
  finish(client: Client): Promise<void>
}

/** Writes into every sealed column, round by round, and knows what it wrote. */
export function startSealing({ sql }: Database, bank: TestBank) {
  const accounts = new Map<string, string>()
  const hooks = new Map<string, object>()
  const texts: string[] = []
  let rounds = 0
  /** Webhooks are one per event, and the bank speaks by files: one client at a time. */
  let turn = Promise.resolve()

  let numbers = 4_005_000_000
  const bankOf = (account_number: string) => ({ legacy_payout_method: legacyMethod({ account_number }) })

  async function newAccount(client: Client): Promise<void> {
    const number = String(++numbers)
    accounts.set(await invited(client, bankOf(number)), number)
  }

  /** New numbers for some that are there: whichever the rotation is at. */
  async function changeAccounts(client: Client): Promise<void> {
    for (const id of [...accounts.keys()].slice(0, 5)) {
      // Nobody else changes it meanwhile: of two at once, either might have the last word.
      if (!accounts.delete(id)) continue
      const number = String(++numbers)
      const changed = await client.put(`/account-connection/${id}`, bankOf(number))
      expect(changed.status, changed.text).toBe(200)
      accounts.set(id, number)
    }
  }

  /** One stays as the first round made it; another is made anew each time, for there is one per event. */
  async function writeWebhook(client: Client, nth: number): Promise<void> {
    const event = nth === 1 ? 'payout.update' : 'buyer.update'
    const before = nth > 2 ? [...hooks.keys()].at(-1) : undefined
    if (before !== undefined) {
      expect((await client.delete(`/webhook/${before}`)).status).toBe(200)
      hooks.delete(before)
    }
    const basic = { basic_user: `user ${nth}`, basic_secret: `secret ${nth}` }
    const made = await client.post('/webhook', { url: 'https://example.com/', event, ...basic })
    expect(made.status, made.text).toBe(201)
    const { id } = made.body
    expect((await client.post(`/webhook/${id}/secret/rotate`)).status).toBe(200)
    const secrets = (await client.get(`/webhook/${id}/secret`)).body
    expect(secrets.previous_secret).toMatch(/^whsec_/)
    hooks.set(id, secrets)
  }

  /** An invite is an e-mail; the address in it is known to nobody else. */
  async function writeMessage(client: Client): Promise<void> {
    texts.push(await inviteTo(client, await invited(client)))
  }

  async function writeReview(client: Client): Promise<void> {
    const id = await invited(client)
    const sent = { account_connection: id, type: 'ach', outcome: 'review' }
    expect((await client.post('/sandbox/connect', sent)).status).toBe(200)
  }

  async function writeDraft(client: Client, nth: number) {
    const tab = await startedTab(client, await invited(client))
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'ach' }, 'bank')
    await go(tab, 'bank', { ...BANK, account_number: `7007${String(nth).padStart(6, '0')}` }, 'review')
    return tab
  }

  async function writePerson(client: Client): Promise<void> {
    const tab = await startedTab(client, await invited(client))
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'direct' }, 'sign_in')
    await proveLogin(tab, 'mobile', { email: newEmail(), password: PASSWORD })
    await go(tab, 'mobile', { mobile: '(202) 555-0123' }, 'code')
    await go(tab, 'code', { code: '000000' }, 'application')
    await go(tab, 'application', APPLICANT, 'review')
  }

  /** The account that the enterprise withdraws to, and one of a creator. */
  async function writeWithdrawalAccounts(client: Client): Promise<void> {
    const set = await client.post('/sandbox/bank-account', { ...ACCOUNT, account_number: String(++numbers) })
    expect(set.status, set.text).toBe(200)
    const account_connection = await connected(client, 'direct')
    const taken = await client.post('/sandbox/withdrawal', { account_connection, amount_in_cents: 100 })
    expect(taken.status, taken.text).toBe(200)
  }

  async function writeBankFile(nth: number, opened: Vault): Promise<void> {
    await bank.put(`credits-${nth}.ach`, writeAch(incomingFile([creditEntry(1, '4711', 100 + nth)], '1234567890')))
    await bank.receive(bank.folders, opened)
  }

  return {
    account: newAccount,
    async round(client: Client, opened: Vault): Promise<SealingRound> {
      const nth = ++rounds
      const payment = await asked(client, await pair(client))
      await newAccount(client)
      await changeAccounts(client)
      turn = turn.then(() => writeWebhook(client, nth)).then(() => writeBankFile(nth, opened))
      await turn
      await writeMessage(client)
      await writeReview(client)
      await writeWithdrawalAccounts(client)
      const tab = await writeDraft(client, nth)
      await writePerson(client)
      return {
        async finish(after) {
          expect((await commit(after, payment.id)).status).toBe(200)
          await go(tab.at(after.base), 'grant', CREDIT, 'done')
        },
      }
    },
    /** What the service reads back, and what stands in the rows, is what was written. */
    async verify(client: Client, opened: Vault): Promise<void> {
      for (const [id, secrets] of hooks) expect((await client.get(`/webhook/${id}/secret`)).body).toEqual(secrets)
      const rows = await sql<{ tenant: never; id: string; sealed: Buffer }[]>`
        select tenant_id as tenant, id, bank_sealed as sealed from account_connections where bank_sealed is not null`
      const held = new Map(
        rows.map(({ tenant, id, sealed }) => [id, opened.open({ tenant, row: id, field: 'bank' }, sealed)]),
      )
      for (const [id, account] of accounts)
        expect(JSON.parse(held.get(id) ?? '{}')).toMatchObject({ account_number: account })
      const { data, pagination } = (await client.get('/sandbox/message?page_size=1000')).body
      expect(pagination.total).toBeGreaterThanOrEqual(texts.length)
      const mails = JSON.stringify(data)
      expect(texts.slice(-10).filter((url) => !mails.includes(url))).toEqual([])
    },
  }
}
