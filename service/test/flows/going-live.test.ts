import { execFile, execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import {
  type BankingDate,
  bankingDate,
  easternDay,
  isBankingDay,
  nextBankingDay,
  previousBankingDay,
  startOf,
} from '../../src/rails/ach/calendar.ts'
import { type AchFile, type Entry, readAch, writeAch } from '../../src/rails/ach/nacha/index.ts'
import { answerFile, creditEntry, incomingFile, ORIGINATOR, PROCESSOR_COMPANY } from '../support/bank.ts'
import { createClient } from '../support/client.ts'
import { APPLICANT, BANK, CREDIT, go, openHome, openTab, PASSWORD, proveLogin, type Tab } from '../support/connect.ts'
import { connect, emptyDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { type Mailbox, partsOf, startMailbox } from '../support/mailbox.ts'
import { commandsOf } from '../support/page-commands.ts'
import { startTributaryd, temporaryHome } from '../support/program.ts'
import { VAULT_KEY } from '../support/service.ts'
import { ensureSshd, type Sshd, startSshd } from '../support/sshd.ts'
import { stripeFee } from '../support/stripe-books.ts'
import { type LocalStripe, startStripe, stripeSettings } from '../support/stripe-server.ts'
import { ACCOUNT } from '../support/withdrawals.ts'

const SSHD = ensureSshd()
const REPOSITORY = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

const TOP_UP = 100_000
const PAYOUT = 4_321
const RETURNED = 777
const TO_ROSA = 12_500
const ROSA_TAKES = 5_000
const ACME_TAKES = 30_000
const SALE = 10_000
const OPENING = 50_000_000
const ROSA = 'rosa@creators.example'
const MOBILE = '(202) 555-0123'

/** A provider of SMS that keeps what it is told to send. */
async function startSms(): Promise<{ readonly url: string; readonly texts: string[] }> {
  const texts: string[] = []
  const server = createServer(async (request, response) => {
    const body = new URLSearchParams(Buffer.concat(await Array.fromAsync(request)).toString())
    if (request.method === 'POST') texts.push(body.get('Body') ?? '')
    response.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, texts }
}

/** A certificate for localhost that this process and its children trust. */
async function certificate(folder: string): Promise<{ readonly cert: string; readonly key: string }> {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const kind = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=localhost'.split(' ')
  const names = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert]
  execFileSync('openssl', [...kind, ...names], { stdio: 'ignore' })
  setDefaultCACertificates([...getCACertificates('default'), await readFile(cert, 'utf8')])
  return { cert, key }
}

/** The first day in a week or later that has a banking day before it and two after it. */
function quietDay(): BankingDate {
  let day = bankingDate(easternDay(new Date(Date.now() + 7 * 86_400_000)))
  const isNextTo = (one: BankingDate, other: BankingDate) =>
    startOf(other).getTime() - startOf(one).getTime() < 90_000_000
  for (;;) {
    day = nextBankingDay(day)
    const next = nextBankingDay(day)
    const days = [previousBankingDay(day), day, next, nextBankingDay(next)] as const
    if (days.every(isBankingDay) && [0, 1, 2].every((nth) => isNextTo(days[nth] as never, days[nth + 1] as never)))
      return day
  }
}

const short = (day: BankingDate): string => day.slice(2).replaceAll('-', '')

/** What the walk knows by now, as the shell's variables. */
interface Reader {
  readonly known: Record<string, string>
  readonly folder: string
}

/** Runs the page's lines in their order, each as it stands there. */
function followPage(commands: readonly string[], { known, folder }: Reader) {
  const left = [...commands]
  const take = (start: string): string => {
    const line = left.shift() ?? 'nothing more'
    expect(line).toMatch(new RegExp(`^${start.replaceAll(/[$.?]/g, '\\$&')}`))
    return line
  }
  return {
    left,
    take,
    async next(start: string): Promise<string> {
      const { stdout } = await run('sh', ['-euc', take(start)], { cwd: folder, env: { ...known } })
      return stdout
    },
  }
}

/** The bank behind the SFTP server: it takes our files, and says what it says. */
function bankAt({ root }: Sshd) {
  const taken = new Map<string, AchFile>()
  let serial = 0
  const bank = {
    /** Every entry of ours that has reached it. */
    async entries(): Promise<Entry[]> {
      for (const name of await readdir(join(root, 'out'))) {
        if (!name.startsWith('.')) taken.set(name, readAch(await readFile(join(root, 'out', name))).file)
      }
      return [...taken.values()].flatMap(({ batches }) => batches.flatMap(({ entries }) => entries))
    },
    async says(file: AchFile): Promise<void> {
      await writeFile(join(root, 'in', `from-the-bank-${++serial}.ach`), writeAch(file), 'latin1')
    },
    credits: (number: string, amount: number, from: string, day: BankingDate, entryClass = 'PPD') =>
      bank.says(incomingFile([creditEntry(++serial, number, amount)], from, entryClass, short(day))),
  }
  return bank
}

const codeIn = (text: string): string => /\b(\d{6})\b/.exec(text)?.[1] ?? ''

/** The text of a mail, without its picture in HTML. */
const plainOf = (raw: string): string => /text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(partsOf(raw))?.[1] ?? ''

/** Codes that reach a creator, each read once. */
function codes({ mails }: Mailbox, texts: readonly string[], email: string) {
  let seen = 0
  const mailed = (): string =>
    mails
      .filter(({ to }) => to.includes(email))
      .map(({ raw }) => codeIn(plainOf(raw)))
      .find((code) => code !== '') ?? ''
  return {
    async mail(): Promise<string> {
      await expect.poll(mailed).not.toBe('')
      return mailed()
    },
    async text(): Promise<string> {
      await expect.poll(() => texts.length).toBeGreaterThan(seen)
      return codeIn(texts[seen++] ?? '')
    },
  }
}

async function openAccountOf(tab: Tab, email: string, sent: ReturnType<typeof codes>): Promise<void> {
  await tab.start()
  await go(tab, 'welcome', {}, 'method')
  await go(tab, 'method', { method: 'direct' }, 'sign_in')
  await proveLogin(tab, 'mobile', { email, password: PASSWORD }, sent.mail)
  await go(tab, 'mobile', { mobile: MOBILE }, 'code')
  await go(tab, 'code', { code: await sent.text() }, 'application')
  await go(tab, 'application', { ...APPLICANT, first_name: 'Rosa', last_name: 'Diaz' }, 'review')
  await tab.post('grant', CREDIT)
}

async function giveBankAccountOf(tab: Tab): Promise<void> {
  await tab.start()
  await go(tab, 'welcome', {}, 'method')
  await go(tab, 'method', { method: 'ach' }, 'bank')
  await go(
    tab,
    'bank',
    { ...BANK, name_on_account: 'Tom Berg', first_name: 'Tom', last_name: 'Berg', ssn: '987-65-4321' },
    'review',
  )
  await go(tab, 'grant', CREDIT, 'done')
}

it.skipIf(!SSHD)('docs/production.md leads from an empty machine to the first withdrawal', async () => {
  const folder = await temporaryHome()
  const sftp = await startSshd(SSHD as string)
  onTestFinished(() => sftp.stop())
  const [mailbox, sms, stripe, tls] = await Promise.all([
    startMailbox(),
    startSms(),
    startStripe(),
    certificate(folder),
  ])
  onTestFinished(() => stripe.close())
  const page = await commandsOf('docs/production.md', 'From an empty machine to the first withdrawal')
  const port = await freePort()
  const root = `https://localhost:${port}`
  const url = await emptyDatabase()
  const own = {
    PRODUCTION_URL: root,
    TLS_CERT_FILE: tls.cert,
    TLS_KEY_FILE: tls.key,
    DATABASE_URL: url,
    VAULT_KEY,
    SMTP_URL: mailbox.url,
    SMS_URL: sms.url,
    SMS_ACCOUNT: 'AC1',
    SMS_TOKEN: 'token-of-sms',
    ACH_SFTP_URL: `sftp://${encodeURIComponent(sftp.place.username)}@127.0.0.1:${sftp.place.port}`,
    ACH_SFTP_HOST_KEY: sftp.place.hostKey,
    ACH_SFTP_KEY_FILE: sftp.keyFile,
    ACH_OUT: join(sftp.root, 'out'),
    ACH_IN: join(sftp.root, 'in'),
    ...stripeSettings(stripe),
  }
  // The page names no setting of the test's own: these stand for the machine and make it quick.
  const machine = { PORT: '0', PRODUCTION_PORT: String(port), HOST: '127.0.0.1', API_PROCESSES: '1', LOG_LEVEL: 'warn' }
  const quick = { ACH_POLL_SECONDS: '1', STRIPE_POLL_SECONDS: '1', STRIPE_API_BASE: stripe.base }
  const settings = { ...Object.fromEntries(page.settings), ...own, ...machine, ...quick }
  const known: Record<string, string> = {
    PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
    HOME: folder,
    TRIBUTARY_SETTINGS: join(folder, 'settings.env'),
    CURL_CA_BUNDLE: tls.cert,
    API: `${root}/enterprise/v1`,
    CARD: 'pm_visa',
  }
  await mkdir(join(folder, 'bin'))
  await symlink(join(REPOSITORY, 'bin/tributaryd'), join(folder, 'bin/tributaryd'))
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(known.TRIBUTARY_SETTINGS as string, lines.join(''), { mode: 0o600 })
  await writeFile(join(folder, 'account.json'), JSON.stringify({ ...ACCOUNT, name_on_account: 'Acme Records Inc' }))

  const walk = followPage(page.commands, { known, folder })
  const bank = bankAt(sftp)
  const sent = codes(mailbox, sms.texts, ROSA)

  await walk.next('tributaryd migrate')
  const created = await walk.next('tributaryd enterprise create')
  known.ENTERPRISE = /ent_\w+/.exec(created)?.[0] ?? ''
  known.KEY = /sk_live_\w+/.exec(created)?.[0] ?? ''
  const checked = await walk.next('tributaryd production check')
  expect(checked).toMatch(/Production can be served\.\n$/)
  expect(checked).not.toMatch(/^FAIL/m)
  for (const line of checked.match(/^skip.*$/gm) ?? []) {
    expect(line).toMatch(/: (?:the bank has given no key|the operator decides every application)$/)
  }
  expect(stripe.requests).toContain('GET /v1/balance')

  const service = startTributaryd(walk.take('tributaryd all').split(' ').slice(1), known)
  await service.printed('Ctrl-C stops it.')
  const clock = await clockOf(url, stripe)
  const today = quietDay()
  const [yesterday, tomorrow] = [previousBankingDay(today), nextBankingDay(today)]
  await clock(today, 9)

  expect(await walk.next('tributaryd operator add')).toContain(`${root}/operator`)
  known.OPERATOR = walk.take('export OPERATOR=').slice('export OPERATOR='.length)
  expect(await walk.next('tributaryd person add')).toContain('fay@acme.example')

  const accounts = await walk.next('tributaryd ach accounts')
  const client = createClient(known.API as string, known.KEY)
  await bank.credits(accounts.split(' ')[0] ?? '', TOP_UP, '9876543210', today)
  const operating = async () => (await client.get('/enterprise')).body.operating_account.balance_in_cents
  await expect.poll(operating).toBe(TOP_UP)
  expect(JSON.parse(await walk.next('curl -su $KEY: $API/enterprise')).operating_account.balance_in_cents).toBe(TOP_UP)

  const answer = async (start: string) => JSON.parse(await walk.next(start))
  known.ROSA = (await answer('curl -su $KEY: $API/account-connection')).id
  await openAccountOf(openTab((await answer('curl -su $KEY: $API/connect-link')).url), ROSA, sent)
  await walk.next('tributaryd connect decide $ENTERPRISE production $ROSA approved')
  known.TOM = (await answer('curl -su $KEY: $API/account-connection')).id
  await giveBankAccountOf(openTab((await answer('curl -su $KEY: $API/connect-link')).url))
  const statusOf = async (kind: string, id: string) => (await client.get(`/${kind}/${id}`)).body.status
  for (const id of [known.ROSA, known.TOM]) expect(await statusOf('account-connection', id as string)).toBe('active')

  const [direct, good, bad] = [
    await answer('curl -su $KEY: $API/payout'),
    await answer('curl -su $KEY: $API/payout'),
    await answer('curl -su $KEY: $API/payout'),
  ]
  expect([direct, good, bad].map((one) => [one.type, one.amount_in_cents])).toEqual([
    ['direct', TO_ROSA],
    ['ach', PAYOUT],
    ['ach', RETURNED],
  ])
  await expect.poll(() => statusOf('payout', direct.id)).toBe('sent')
  expect(await statusOf('payout', good.id)).toBe('pending')
  await clock(today, 10)
  for (const { id } of [good, bad]) await expect.poll(() => statusOf('payout', id)).toBe('sent')
  expect((await bank.entries()).map(({ amount }) => amount)).toEqual([PAYOUT, RETURNED])
  expect(await walk.next('tributaryd ach files')).toMatch(/delivered/)

  known.BUYER = (await answer('curl -su $KEY: $API/buyer')).id
  known.PURCHASE = (await answer('curl -su $KEY: $API/purchase')).id
  expect((await answer('curl -su $KEY: -X POST $API/purchase')).status).toBe('pending')
  expect(stripe.intents).toMatchObject([{ amount: SALE }])

  const home = openHome(root)
  await home.post('sign-in', { email: ROSA, password: PASSWORD })
  expect((await home.post('code', { code: await sent.text() })).body).toMatchObject({ status: 'signed_in' })
  const added = await home.post('bank-account', { ...ACCOUNT, password: PASSWORD })
  expect(added.status, added.text).toBe(200)
  await clock(today, 14.25)
  const proofs = async () => (await bank.entries()).slice(2).map(({ amount }) => amount)
  await expect.poll(async () => (await proofs()).length).toBe(2)
  const [first, second] = await proofs()
  const prove = async () => (await home.post('bank-account/prove', { first, second })).body.bank_account?.status
  await expect.poll(prove).toBe('proven')
  expect((await home.post('withdraw', { amount_in_cents: ROSA_TAKES, request: 'first' })).status).toBe(200)

  await walk.next('tributaryd bank-account set $ENTERPRISE production account.json')
  known.TREASURY_KEY = /sk_live_\w+/.exec(await walk.next('tributaryd key create'))?.[0] ?? ''
  const withdrawal = await answer('curl -su $TREASURY_KEY: $API/withdrawal')
  await clock(today, 16.25)
  const treasury = createClient(known.API as string, known.TREASURY_KEY)
  await expect.poll(async () => (await treasury.get(`/withdrawal/${withdrawal.id}`)).body.status).toBe('sent')
  await expect
    .poll(async () => (await home.get('money')).body.withdrawals)
    .toMatchObject([{ amount_in_cents: ROSA_TAKES, status: 'sent' }])
  const out = await bank.entries()
  expect(new Set(out.slice(4).map(({ amount }) => amount))).toEqual(new Set([ROSA_TAKES, ACME_TAKES]))

  const left = out.reduce((total, { amount }) => total + amount, 0)
  Object.assign(known, { YESTERDAY: yesterday, TODAY: today, BEFORE: String(OPENING) })
  known.AFTER = String(OPENING + TOP_UP - left)
  await walk.next('tributaryd ach balance $YESTERDAY')
  await walk.next('tributaryd ach balance $TODAY')
  const looks = () => stripe.requests.filter((one) => one === 'GET /v1/balance_transactions').length
  const before = looks()
  await expect.poll(looks).toBeGreaterThan(before + 1)
  expect(await walk.next('tributaryd reconcile $TODAY')).toMatch(/Everything agrees/)
  await walk.next('tributaryd audit')
  expect(walk.left).toEqual([])

  // The days after: a payout comes back, and the processor pays out what it has for the sale.
  await clock(tomorrow, 9)
  const returned = out.find(({ amount }) => amount === RETURNED) as Entry
  await bank.says(dated(answerFile([{ entry: returned, returned: 'R23' }], ORIGINATOR.companyIdentification), tomorrow))
  await expect.poll(() => statusOf('payout', bad.id)).toBe('returned')
  const payday = nextBankingDay(tomorrow)
  await clock(payday, 11)
  await expect.poll(() => statusOf('purchase', known.PURCHASE as string)).toBe('completed')
  const payout = stripe.books.payOut(payday)
  expect(payout?.amount).toBe(SALE - stripeFee(SALE))
  await bank.credits('4711', payout?.amount as number, PROCESSOR_COMPANY, payday, 'CCD')
  const tributaryd = (line: string) => run('sh', ['-euc', line], { cwd: folder, env: { ...known } })
  await expect
    .poll(async () => (await tributaryd('tributaryd ach files')).stdout.match(/from-the-bank/g)?.length)
    .toBe(3)
  await expect
    .poll(() =>
      tributaryd(`tributaryd reconcile ${payday}`).then(
        ({ stdout }) => stdout,
        ({ stdout }) => stdout,
      ),
    )
    .toMatch(/Everything agrees/)
  await tributaryd(`tributaryd reconcile ${tomorrow} && tributaryd audit`)
})

const dated = (file: AchFile, day: BankingDate): AchFile => ({
  header: { ...file.header, fileCreationDate: short(day) },
  batches: file.batches.map((batch) => ({ ...batch, header: { ...batch.header, effectiveEntryDate: short(day) } })),
})

/** Moves the clock of production and of the processor; a real one would have the test wait for days. */
async function clockOf(url: string, stripe: LocalStripe) {
  const { sql } = connect(url)
  await sql`alter table tenants drop constraint tenants_check, drop constraint tenants_clock_offset_ms_check`
  return async (day: BankingDate, hour: number): Promise<void> => {
    const now = new Date(startOf(day).getTime() + hour * 3_600_000)
    await sql`
      update tenants set clock_offset_ms = ceil(extract(epoch from ${now}::timestamptz - statement_timestamp()) * 1000)
      where environment = 'production'`
    const ahead = now.getTime() - Date.now()
    stripe.books.now = () => new Date(Date.now() + ahead)
  }
}
