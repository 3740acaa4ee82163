import { readFile, writeFile } from 'node:fs/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { Database } from '../service/src/platform/database.ts'
import { CHROMIUM_ARGS, ensureChromium } from '../service/test/support/chromium.ts'
import { openArena, peakMemoryMb } from './support/arena.ts'
import { median } from './support/load.ts'
import { PERSON, seedPerson } from './support/person.ts'
import { type Line, report } from './support/report.ts'
import { connectionId, demoTenant, seedConnections } from './support/seed.ts'
import { seedBooks } from './support/seed-books.ts'

const PORT = 4799
const ROOT = `http://127.0.0.1:${PORT}`
const PAYOUTS = Number(process.env.BENCH_PAYOUTS ?? 1_000_000)
const CONNECTIONS = 10_000
const ROUNDS = 3
const SHOWN_MAX_MS = 300
const GIVE_UP_MS = 10_000
const HOME_MAX_MS = 50
/** The collector takes its time at first; from then on the memory must not grow with the rows. */
const LATER_MAX_MB = 32

const payout = (nth: number): string => `pay_seed${String(nth).padStart(22, '0')}`
const total = PAYOUTS.toLocaleString('en-US')
const middle = Math.floor(PAYOUTS / 2)
const lastPage = Math.ceil(PAYOUTS / 25)

/** A page, and words that are on it once its data is. */
interface Step {
  readonly name: string
  readonly path: string
  readonly shows: readonly string[]
}

const STEPS: readonly Step[] = [
  { name: 'home', path: '/', shows: ['Money out and in', 'Payouts by status'] },
  { name: 'payouts, first page', path: '/payouts', shows: [`Payment no. ${PAYOUTS}`, `of ${total}`] },
  { name: 'payouts, last page', path: `/payouts?page=${lastPage}`, shows: ['Payment no. 1', `of ${total}`] },
  { name: 'payouts, sent', path: '/payouts?status=sent', shows: ['Payment no.', 'sent'] },
  {
    name: 'payouts, sent, deep',
    path: `/payouts?status=sent&page=${Math.floor(lastPage * 0.9)}`,
    shows: ['Payment no.'],
  },
  { name: 'payouts, failed', path: '/payouts?status=error', shows: ['Payment no.'] },
  {
    name: 'payouts of a period',
    path: `/payouts?created_after=${day(20)}&created_before=${day(10)}`,
    shows: ['Payment no.'],
  },
  {
    name: 'a payout with its timeline',
    path: `/payouts/${payout(middle)}`,
    shows: [`Payment no. ${middle}`, 'Where it is', 'Books'],
  },
  { name: 'account connections', path: '/account-connections', shows: ['Bench Creator', 'of 10,000'] },
  {
    name: 'an account connection',
    path: `/account-connections/${connectionId(7)}`,
    shows: ['7@example.com', 'Payouts', 'Sent'],
  },
  { name: 'P2P', path: '/p2p', shows: ['P2P'] },
  { name: 'contracts', path: '/contracts', shows: ['ontract'] },
  { name: 'buyers', path: '/buyers', shows: ['uyer'] },
  { name: 'purchases', path: '/purchases', shows: ['urchase'] },
  { name: 'events', path: '/events', shows: ['payout.update'] },
  { name: 'webhooks', path: '/webhooks', shows: ['ebhook'] },
  { name: 'ledger', path: '/ledger', shows: ['The book is in balance.', 'perating'] },
  {
    name: 'a statement of 10 days',
    path: `/ledger/statement?account=operating&from=${day(20)}&to=${day(10)}`,
    shows: ['pay_seed'],
  },
  { name: 'a statement of everything', path: '/ledger/statement?account=due_to_bank', shows: ['pay_seed'] },
  { name: 'search by id', path: `/search?q=${payout(middle).slice(0, 25)}`, shows: ['Payment no.'] },
  { name: 'search by name', path: '/search?q=bench%20cr', shows: ['Bench Creator'] },
]

function day(ago: number): string {
  return new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
}

/** Every list and detail page in a real browser, a million payouts behind them; and all of them as a file. */
export async function dashboard(): Promise<boolean> {
  const arena = await openArena()
  const service = await arena.serve('api', PORT)
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS })
  try {
    await seed(arena.database)
    const page = await signIn(browser)
    const times = new Map<string, Shown[]>(STEPS.map(({ name }) => [name, []]))
    for (let round = 0; round < ROUNDS; round++) {
      // Loaded anew, so that nothing of the round before is shown again.
      await page.goto(`${ROOT}/dashboard/sandbox/people`)
      await page.getByText(PERSON.email).first().waitFor()
      for (const step of STEPS) times.get(step.name)?.push(await open(page, step))
    }
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const home = await homeMs(cookie)
    const memory = await exportAll(cookie, service.child.pid as number)
    const of = (name: string, what: keyof Shown): number => median((times.get(name) ?? []).map((shown) => shown[what]))
    const lines: Line[] = STEPS.flatMap(({ name }) => [
      { name, value: of(name, 'ms'), unit: 'ms', atMost: SHOWN_MAX_MS },
      { name: '  of it, the slowest answer', value: of(name, 'data'), unit: 'ms' },
    ])
    const slowest = Math.max(...[...times.values()].flat().map(({ ms }) => ms))
    return await report('dashboard', [
      ...lines,
      { name: 'the slowest of all clicks, the first ones too', value: slowest, unit: 'ms' },
      { name: 'what home is made of, as JSON', value: home, unit: 'ms', atMost: HOME_MAX_MS },
      { name: 'rows of payouts.csv', value: memory.rows, unit: 'rows', atLeast: PAYOUTS },
      { name: 'payouts.csv', value: memory.rows / memory.seconds, unit: 'rows/s' },
      ...(memory.grownMb === undefined
        ? []
        : [{ name: 'memory that the export took', value: memory.grownMb, unit: 'MB' }]),
      ...(memory.laterMb === undefined
        ? []
        : [{ name: '  of it, by the second half million', value: memory.laterMb, unit: 'MB', atMost: LATER_MAX_MB }]),
    ])
  } finally {
    await browser.close()
    await service.stop()
    await arena.close()
  }
}

async function seed(database: Database): Promise<void> {
  const tenant = await demoTenant(database)
  await seedConnections(database, tenant, CONNECTIONS)
  await seedBooks(database, tenant, PAYOUTS, CONNECTIONS)
  await seedPerson(database, tenant)
}

async function signIn(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(`${ROOT}/dashboard`)
  await page.getByLabel('E-mail').fill(PERSON.email)
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Money out and in').waitFor()
  return page
}

interface Shown {
  readonly ms: number
  /** Of it, the slowest answer that the page waited for. */
  readonly data: number
}

/** By the page's own clock: from what a click on a link does until the words are there and nothing is waited for. */
async function open(page: Page, { name, path, shows }: Step): Promise<Shown> {
  const address = `/dashboard/sandbox${path}`
  const [ms, data] = await page.evaluate<[number, number]>(`
    new Promise((resolve) => {
      const shows = ${JSON.stringify(shows.map((words) => words.toLowerCase()))}
      const started = performance.now()
      performance.clearResourceTimings()
      const data = () => Math.max(0, ...performance.getEntriesByType('resource')
        .filter(({ name }) => name.includes('/dashboard/api/')).map(({ duration }) => duration))
      function look() {
        const main = document.querySelector('main')
        const isThere = main && shows.every((words) => main.innerText.toLowerCase().includes(words))
        const isWaiting = !main || main.querySelector('[aria-busy="true"]') !== null
        const ms = performance.now() - started
        if (isThere && !isWaiting) resolve([ms, data()])
        else if (ms > ${GIVE_UP_MS}) resolve([-1, data()])
        else requestAnimationFrame(look)
      }
      history.pushState(null, '', ${JSON.stringify(address)})
      requestAnimationFrame(look)
    })`)
  if (ms >= 0) return { ms, data }
  console.log(`  ${name} did not show ${shows.join(' and ')} within ${GIVE_UP_MS / 1_000} seconds`)
  return { ms: GIVE_UP_MS, data }
}

/** Without the browser: everything on the home page is counted and added up for it. */
async function homeMs(cookie: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 10; round++) {
    const started = performance.now()
    const answer = await fetch(`${ROOT}/dashboard/api/sandbox/home`, { headers: { cookie } })
    await answer.json()
    if (!answer.ok) throw new Error(`home answered ${answer.status}`)
    times.push(performance.now() - started)
  }
  return median(times)
}

interface Exported {
  readonly rows: number
  readonly seconds: number
  /** The peak above what the process held before; and what the second half added to that of the first. */
  readonly grownMb: number | undefined
  readonly laterMb: number | undefined
}

/** The whole list, read as fast as it comes, while the memory of the process is watched. */
async function exportAll(cookie: string, pid: number): Promise<Exported> {
  const before = await memoryMb(pid)
  await forgetPeak(pid)
  const started = performance.now()
  const response = await fetch(`${ROOT}/dashboard/api/sandbox/export/payouts.csv`, { headers: { cookie } })
  if (!response.ok || !response.body) throw new Error(`the export answered ${response.status}`)
  let rows = -1
  let halfway: number | undefined
  for await (const chunk of response.body) {
    for (const byte of chunk) if (byte === 10) rows++
    if (halfway === undefined && rows > PAYOUTS / 2) halfway = await peakMemoryMb(pid)
  }
  const seconds = (performance.now() - started) / 1_000
  const peak = await peakMemoryMb(pid)
  return {
    rows,
    seconds,
    grownMb: before === undefined || peak === undefined ? undefined : peak - before,
    laterMb: halfway === undefined || peak === undefined ? undefined : peak - halfway,
  }
}

async function memoryMb(pid: number): Promise<number | undefined> {
  const kb = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))?.[1]
  return kb === undefined ? undefined : Number(kb) / 1_024
}

/** From here on the peak is that of what follows; where the system does not let us, it is that of the whole run. */
async function forgetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => {})
}
