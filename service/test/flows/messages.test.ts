import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cents } from '../../src/kernel/money.ts'
import { openVault } from '../../src/platform/vault.ts'
import { queueMessages } from '../../src/resources/messages/index.ts'
import { RETRY_AFTER_MS } from '../../src/resources/messages/send.ts'
import { requireTenant } from '../../src/tenants/index.ts'
import type { Client } from '../support/client.ts'
import { partsOf, startMailbox } from '../support/mailbox.ts'
import { advance, connected, invited, legacyMethod, paid } from '../support/payouts.ts'
import { startService, VAULT_KEY } from '../support/service.ts'

const vault = openVault(VAULT_KEY)
const PACE = { DELIVERY_POLL_MS: '10', WORKER_POLL_MS: '20' }

// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
const messages = async (client: Client): Promise<any[]> =>
  (await client.get('/sandbox/message?page_size=100')).body.data

const address = (suffix = '+sandbox'): string => `u${randomUUID().slice(0, 8)}${suffix}@example.com`

/** A header as a person reads it: unfolded, and decoded where it is not ASCII. */
function header(raw: string, name: string): string | undefined {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]/g, ' ')
  return new RegExp(`^${name}: (.*)$`, 'im')
    .exec(head)?.[1]
    ?.trim()
    .replace(/\?= =\?UTF-8\?Q\?/g, '')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/g, (_all, text: string) => partsOf(text.replaceAll('_', ' ')))
}

describe('a creator who has not connected yet', () => {
  it('is told of a scheduled payout when it will be paid, and until when it can be claimed', async () => {
    const { sandbox } = await startService(PACE)
    const connection = await invited(sandbox, { email: address('') })
    const { now } = (await sandbox.get('/sandbox/clock')).body
    const date = new Date(Date.parse(now) + 60 * 86_400_000)
    await paid(sandbox, connection, 300, { date: date.toISOString() })
    await paid(sandbox, connection, 400)
    const [atOnce, scheduled] = (await messages(sandbox)).map(({ text }) => text.replace(/\s+/g, ' '))
    const inWords = (at: Date): string => at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    const inDays = (days: number): string => inWords(new Date(Date.parse(now) + days * 86_400_000))
    expect(scheduled).toContain(
      `will pay you on ${inWords(date)}. Finish setting up how you are paid by ${inDays(90)} at`,
    )
    expect(atOnce).toContain(`has paid you. Finish setting up how you are paid by ${inDays(30)} at`)
  })
})

describe('a real SMTP server', () => {
  it('receives exactly the mails it should, each with plain text and HTML', async () => {
    const mailbox = await startMailbox()
    const running = await startService({ ...PACE, SMTP_URL: mailbox.url, MAIL_FROM: 'Acme <pay@acme.example>' })
    const { sandbox } = await running.enterprise('Acme & Söhne')
    const owner = address('+sandbox7')
    const direct = await connected(sandbox, 'direct', { email: owner })
    await paid(sandbox, direct, 123_456, { description: 'May <b>royalties</b>' })
    const bank = address()
    const ach = await invited(sandbox, { email: bank, legacy_payout_method: legacyMethod() })
    await paid(sandbox, ach, 200)
    const waiting = address()
    await paid(sandbox, await invited(sandbox, { email: waiting }), 300)
    const quiet = await connected(sandbox, 'wallet', { email: address('') })
    await paid(sandbox, quiet, 400)
    await advance(sandbox, 3_600)
    await expect.poll(() => mailbox.mails.length).toBe(5)
    await expect.poll(async () => (await messages(sandbox)).filter(({ status }) => status === 'queued').length).toBe(0)

    const sent = mailbox.mails.map(({ to, raw }) => `${to.join()} ${header(raw, 'Subject')}`).sort()
    expect(sent).toEqual(
      [
        `${owner} Your Tributary login`,
        `${owner} Your account is open`,
        `${owner} $1,234.56 from Acme & Söhne has arrived`,
        `${bank} $2.00 from Acme & Söhne is on its way`,
        `${waiting} $3.00 from Acme & Söhne is waiting for you`,
      ].sort(),
    )
    const paidMail = mailbox.mails.find(({ raw }) => partsOf(raw).includes('royalties'))
    expect(paidMail?.from).toBe('pay@acme.example')
    const raw = paidMail?.raw ?? ''
    expect(header(raw, 'Content-Type')).toMatch(/^multipart\/alternative/)
    expect(partsOf(raw)).toContain('May <b>royalties</b>')
    expect(partsOf(raw)).toContain('May &lt;b&gt;royalties&lt;/b&gt;')
    const kept = await messages(sandbox)
    expect(
      kept
        .filter(({ status }) => status === 'suppressed')
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['account_opened', 'login_created', 'payout_issued'])
    expect(kept.find(({ kind, to }) => kind === 'payout_issued' && to === owner)).toMatchObject({
      status: 'delivered',
      channel: 'email',
      subject: '$1,234.56 from Acme & Söhne has arrived',
    })
    for (const { text, html } of kept) expect(text + html).not.toMatch(/000123456789|123-45-6789/)
    const payoutMails = kept.filter(({ kind }) => kind === 'payout_issued').map(({ text }) => text.replace(/\s+/g, ' '))
    expect(payoutMails).toHaveLength(4)
    for (const text of payoutMails) {
      expect(text).toMatch(/Amount: \$[\d,.]+ .*(Arrived|Sent|Claim by): \w+ \d+, \d{4} at [\d:]+ [AP]M UTC To: \S/)
    }
    expect(payoutMails.filter((text) => /To: (Tributary account|Wallet|Checking) ••••\d{4}/.test(text))).toHaveLength(3)
  })

  it('that refuses is tried again on a schedule, and then it is visible that it failed', async () => {
    const mailbox = await startMailbox()
    mailbox.refuse(550)
    const { sandbox } = await startService({ ...PACE, SMTP_URL: mailbox.url })
    await paid(sandbox, await invited(sandbox, { email: address() }), 100)
    await expect.poll(mailbox.refusals).toBe(1)
    for (const [nth, wait] of RETRY_AFTER_MS.entries()) {
      await advance(sandbox, wait / 1_000)
      await expect.poll(mailbox.refusals).toBe(nth + 2)
    }
    await expect.poll(async () => (await messages(sandbox))[0].status).toBe('failed')
    expect((await messages(sandbox))[0].why).toMatch(/550/)
    await advance(sandbox, 86_400)
    expect(mailbox.refusals()).toBe(RETRY_AFTER_MS.length + 1)
    expect(mailbox.mails).toEqual([])
  })

  it('that refuses for a while gets the mail once it takes it, once', async () => {
    const mailbox = await startMailbox()
    mailbox.refuse(451)
    const { sandbox } = await startService({ ...PACE, SMTP_URL: mailbox.url })
    await paid(sandbox, await invited(sandbox, { email: address() }), 100)
    await expect.poll(mailbox.refusals).toBe(1)
    mailbox.refuse(undefined)
    await advance(sandbox, 10)
    await expect.poll(async () => (await messages(sandbox))[0].status).toBe('delivered')
    expect(mailbox.mails).toHaveLength(1)
  })

  it('sees no header that somebody smuggled into a name', async () => {
    const mailbox = await startMailbox()
    const running = await startService({ ...PACE, SMTP_URL: mailbox.url })
    const { sandbox } = await running.enterprise('Evil\r\nBcc: victim@example.com\r\n\r\nPay here')
    const name = 'Al\r\nBcc: victim@example.com'
    await paid(sandbox, await invited(sandbox, { email: address(), first_name: name }), 100, {
      description: 'x\r\n.\r\nMAIL FROM:<evil@example.com>',
    })
    await expect.poll(() => mailbox.mails.length).toBe(1)
    const [mail] = mailbox.mails
    expect(mail?.to).toHaveLength(1)
    const head = mail?.raw.slice(0, mail.raw.indexOf('\r\n\r\n')) ?? ''
    expect(head).not.toMatch(/^bcc:/im)
    expect(head.match(/^subject:/gim)).toHaveLength(1)
  })
})

describe('without SMTP_URL', () => {
  it('mail is captured, and in sandbox only that of +sandbox addresses', async () => {
    const { sandbox } = await startService(PACE)
    const cases = { 'a+sandbox@example.com': 'captured', 'b+sandbox12@example.com': 'captured' } as const
    const not = ['c@example.com', 'd+sandboxes@example.com', 'e+sandbox.x@example.com', 'f+sandbox1a@example.com']
    for (const email of [...Object.keys(cases), ...not]) await paid(sandbox, await invited(sandbox, { email }), 100)
    const found = Object.fromEntries((await messages(sandbox)).map(({ to, status }) => [to, status]))
    expect(found).toEqual({ ...cases, ...Object.fromEntries(not.map((email) => [email, 'suppressed'])) })
    for (const { why } of await messages(sandbox)) expect(why).toEqual(expect.any(String))
  })
})

describe('codes and links', () => {
  it('are sealed in the database, shown in sandbox, and never sent by SMS there', async () => {
    const running = await startService(PACE)
    const { id, sandbox } = await running.enterprise()
    await running.database.transaction(async (tx) => {
      const tenant = await requireTenant(tx, id, 'sandbox')
      const facts = { code: '482913', amount: cents(500), enterprise: 'Acme', destinationName: 'Bob' }
      const url = 'https://example.com/secret-link'
      const invite = {
        name: 'Al',
        enterprise: 'Acme',
        useCase: 'Payout' as const,
        url,
        expiresAt: new Date('2030-01-01'),
      }
      const both = [
        { kind: 'p2p_code' as const, to: '+15550001111', facts },
        { kind: 'invite' as const, to: 'al@example.com', facts: invite },
      ]
      await queueMessages(tx, tenant, both, vault)
    })
    const rows = await running.database.sql`select facts, facts_sealed from messages`
    expect(rows.map(({ facts }) => facts)).toEqual([null, null])
    expect(JSON.stringify(rows)).not.toMatch(/482913|secret-link/)
    expect(await messages(sandbox)).toMatchObject([
      { kind: 'invite', status: 'suppressed', text: expect.stringContaining('https://example.com/secret-link') },
      { kind: 'p2p_code', channel: 'sms', status: 'captured', text: expect.stringMatching(/^482913 is your code/) },
    ])
  })
})

describe('an SMS provider of the shape of Twilio', () => {
  it('gets the request it wants; its refusal is tried again; what production delivered is erased', async () => {
    const requests: { path: string; authorization: string | undefined; type: string | undefined; body: string }[] = []
    let status = 500
    const server = createServer(async (request, response) => {
      const body = Buffer.concat(await Array.fromAsync(request)).toString()
      const { authorization, 'content-type': type } = request.headers
      requests.push({ path: `${request.method} ${request.url}`, authorization, type, body })
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(status === 201 ? { sid: 'SM1' } : { code: 20_500, message: 'no' }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const running = await startService({
      ...PACE,
      SMS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      SMS_ACCOUNT: 'AC123',
      SMS_TOKEN: 'token',
      SMS_FROM: '+15550006789',
    })
    const { id } = await running.enterprise()
    await running.database.transaction(async (tx) => {
      const tenant = await requireTenant(tx, id, 'production')
      await queueMessages(tx, tenant, [{ kind: 'sign_in_code', to: '+15550001111', facts: { code: '112233' } }], vault)
    })
    await expect.poll(() => requests.length).toBe(1)
    const row = async () => (await running.database.sql`select status, why, facts_sealed from messages`)[0]
    await expect.poll(row).toMatchObject({ status: 'due', why: 'The SMS provider answered 500 (error 20500).' })
    status = 201
    await running.database.sql`update messages set due_at = now()`
    await expect.poll(row).toEqual({ status: 'delivered', why: null, facts_sealed: null })
    expect(requests).toHaveLength(2)
    expect(requests[1]).toEqual({
      path: 'POST /2010-04-01/Accounts/AC123/Messages.json',
      authorization: `Basic ${Buffer.from('AC123:token').toString('base64')}`,
      type: 'application/x-www-form-urlencoded',
      body: new URLSearchParams({
        To: '+15550001111',
        From: '+15550006789',
        Body: '112233 is your Tributary sign-in code. Never share it; we will not call or write to ask for it.',
      }).toString(),
    })
  })
})
