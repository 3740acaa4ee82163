import { auditEverything } from '../../service/src/app/audit.ts'
import type { Database } from '../../service/src/platform/database.ts'
import { type Checks, figure } from '../proof.ts'
import { anyError, type Operation, readOperations } from './document.ts'
import { type Request, requestsOf } from './requests.ts'
import { furnish, MARK, nobodys, type Tenant } from './tenants.ts'
import type { KnownIds } from './values.ts'
import { Wire, type WireAnswer } from './wire.ts'

const WIRES = 16
/** Requests to one enterprise: much of what it has is gone then, and the next one is furnished. */
const TURN = 2_500
/** What takes from the others what they need comes in the second half of a turn. */
const ENDS = /^DELETE |^PUT |clock\/advance$|\/sandbox\/(connect|contract|payout-error|withdrawal-error)$/
const SHOWN_MAX = 20

/** What any request may be answered, whatever the operation says; see the introduction of the document. */
const ANYWHERE = new Set([404, 405, 431])
/** A path that cannot be decoded, or bytes that are no header. */
const UNROUTED = new Set([400, 401, 429])

interface Fuzzed {
  readonly requests: number
  readonly perSecond: number
}

/** Generated requests over every operation, each answer held against the document and against the other tenant. */
export async function fuzz(
  database: Database,
  port: number,
  { count, seed }: { readonly count: number; readonly seed: number },
  checks: Checks,
): Promise<Fuzzed> {
  const base = `http://127.0.0.1:${port}/enterprise/v1`
  const other = await furnish(database, base, MARK)
  await settle(base, other)
  const operations = await readOperations(base)
  const before = await everythingOf(base, other)
  const turns = Math.ceil(count / TURN)
  const each = Math.ceil(count / turns / operations.length)
  const statuses = new Map<number, number>()
  const succeeded = new Set<Operation>()
  const foreign = foreignIds(other)
  const described = byPath(operations)
  let ms = 0

  function note(request: Request, answer: WireAnswer | Error): void {
    const fault = answer instanceof Error ? answer.message : faultOf(request, described(request), answer, foreign)
    if (!(answer instanceof Error)) {
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (answer.status < 300 && !request.unrouted) succeeded.add(request.operation)
    }
    if (fault === undefined) checks.passed++
    else if (checks.failed++ < SHOWN_MAX) console.log(`  FAILED  ${describe(request)}\n          ${fault}`)
  }

  for (let turn = 0; turn < turns; turn++) {
    const own = await furnish(database, base, `plain-${turn}`)
    const ids = mixed(own.ids, own.ids, own.ids, own.ids, other.ids, nobodys)
    const generated = operations.flatMap((operation, nth) =>
      requestsOf(operation, ids, own.keys, { count: each, seed: seed + turn * operations.length + nth }),
    )
    const startedAt = performance.now()
    await sendAll(port, endsLast(shuffled(generated, seed + turn)), note)
    ms += performance.now() - startedAt
  }
  const sent = turns * each * operations.length
  const perSecond = sent / (ms / 1_000)
  figure('requests generated from the document', sent)
  figure('operations', operations.length)
  figure('requests a second', perSecond, 'requests/s')
  for (const [status, seen] of [...statuses].sort(([a], [b]) => a - b)) figure(`  answered ${status}`, seen)
  const untried = operations.filter((operation) => !succeeded.has(operation)).map(({ name }) => name)
  checks.check('every operation has succeeded, so that its good answer was looked at', untried.length === 0, untried)
  checks.check("the other tenant's resources are as they were", (await everythingOf(base, other)) === before)
  const mismatches = await auditEverything(database)
  checks.check('the books balance afterwards', mismatches.length === 0, mismatches)
  return { requests: sent, perSecond }
}

/** Over several connections at once, each one request after the other. */
async function sendAll(
  port: number,
  requests: readonly Request[],
  note: (request: Request, answer: WireAnswer | Error) => void,
): Promise<void> {
  let next = 0
  const work = async (): Promise<void> => {
    const wire = new Wire(port)
    for (let request = requests[next++]; request; request = requests[next++]) {
      note(request, await wire.send(request.bytes).catch((error: Error) => error))
    }
    wire.close()
  }
  await Promise.all(Array.from({ length: WIRES }, work))
}

/** In the order they come in, but none that ends something in the first half. */
function endsLast(requests: readonly Request[]): Request[] {
  const ends = requests.filter(({ operation }) => ENDS.test(operation.name))
  const others = requests.filter(({ operation }) => !ENDS.test(operation.name))
  const half = Math.floor(requests.length / 2)
  const late = others.slice(half)
  // In turns, as many of each as there are.
  const mixed = [
    ...late.map((one, nth) => ({ one, at: nth / late.length })),
    ...ends.map((one, nth) => ({ one, at: nth / ends.length })),
  ]
  return [...others.slice(0, half), ...mixed.sort((a, b) => a.at - b.at).map(({ one }) => one)]
}

/** Others may have the same. */
const NO_IDS = new Set(['external', 'keyed_path'])

const foreignIds = ({ ids }: Tenant): RegExp =>
  new RegExp(
    Object.entries(ids)
      .flatMap(([kind, all]) => (NO_IDS.has(kind) ? [] : all))
      .join('|'),
    'g',
  )

function mixed(...parts: readonly KnownIds[]): KnownIds {
  const kinds = new Set(parts.flatMap((part) => Object.keys(part)))
  return Object.fromEntries([...kinds].map((kind) => [kind, parts.flatMap((part) => part[kind] ?? [])]))
}

/** As the document says in words: at the path of connections, the id of a buyer means the buyer. */
function byPath(operations: readonly Operation[]): (request: Request) => Operation {
  const ofBuyers = operations.find(({ name }) => name === 'PUT /buyer/{id}') as Operation
  return ({ operation, bytes }) =>
    /^PUT \S+\/account-connection\/buy_/.test(bytes.toString('latin1', 0, 100)) ? ofBuyers : operation
}

/** Undefined when the answer is what the document says, and nobody else's. */
function faultOf(
  request: Request,
  operation: Operation,
  { status, head, text }: WireAnswer,
  foreign: RegExp,
): string | undefined {
  if (status >= 500) return `answered ${status}: ${text.slice(0, 500)}`
  if (request.forbidden && status < 400) return `answered ${status}, although the credential does not allow it`
  if (!/^request-id: req_/im.test(head)) return 'the answer has no Request-Id'
  // Bytes that are no header are refused before the request is read.
  const isUnread = status === 400 && text.includes('"malformed_request"')
  if (!request.unrouted && !isUnread && !/^ratelimit: "(key|address)";r=\d+;t=1\r?$/im.test(head))
    return 'the answer has no RateLimit'
  const described = request.unrouted ? undefined : operation.answers.get(status)
  const known = described ?? (ANYWHERE.has(status) || (request.unrouted && UNROUTED.has(status)) ? anyError : undefined)
  const check = known ?? (request.unrouted ? alike(status) : undefined)
  if (!check) return `answered ${status}, which the document does not list: ${text.slice(0, 300)}`
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return `answered ${status} with what is no JSON: ${text.slice(0, 300)}`
  }
  if (!check(body))
    return `answered ${status}, unlike the document: ${JSON.stringify(check.errors)} ${text.slice(0, 500)}`
  return leak(request, operation, text, foreign)
}

/** Another method on the same path may be another operation, whose answer is checked where it is called by its name. */
const alike = (status: number) => (status < 300 ? () => true : anyError) as typeof anyError

function leak(request: Request, { path }: Operation, text: string, foreign: RegExp): string | undefined {
  if (text.includes(MARK)) return `shows what is another tenant's: ${text.slice(0, 500)}`
  // A caller's own requests name what it has asked for in vain.
  if (path.startsWith('/request-log')) return undefined
  const sent = request.bytes.toString('latin1')
  const shown = (text.match(foreign) ?? []).find((id) => !sent.includes(id))
  return shown && `shows ${shown}, which is another tenant's`
}

const describe = ({ operation, broken, bytes }: Request): string =>
  `${operation.name}, ${broken} wrong: ${JSON.stringify(bytes.toString('utf8').slice(0, 700))}`

const authorized = ({ keys }: Tenant) => ({ authorization: `Basic ${Buffer.from(`${keys.own}:`).toString('base64')}` })

const HOUR_S = 3_600
const SETTLING_S = 90
const RUN_MAX_S = 300

/**
 * Past the minute after which its purchases move by themselves, and past the full hour at which they settle where that is
 * near; before its P2P payments expire.
 */
async function settle(base: string, tenant: Tenant): Promise<void> {
  const headers = { ...authorized(tenant), 'content-type': 'application/json' }
  const { now } = (await (await fetch(`${base}/sandbox/clock`, { headers })).json()) as { now: string }
  const toTheHour = HOUR_S - (Math.floor(Date.parse(now) / 1_000) % HOUR_S)
  const seconds = toTheHour < SETTLING_S + RUN_MAX_S ? Math.max(SETTLING_S, toTheHour + 1) : SETTLING_S
  await fetch(`${base}/sandbox/clock/advance`, { method: 'POST', headers, body: JSON.stringify({ seconds }) })
}

/** Everything the tenant can see of its own, as text; links are signed anew each time. */
async function everythingOf(base: string, tenant: Tenant): Promise<string> {
  const headers = authorized(tenant)
  const lists = [
    '/account-connection',
    '/payout',
    '/withdrawal',
    '/p2p',
    '/contract',
    '/webhook',
    '/embed-origin',
    '/buyer',
    '/purchase',
    '/alert',
  ]
  const paths = [...lists, '/enterprise', `/webhook/${tenant.ids.wh?.[0]}/secret`, '/sandbox/clock']
  const texts = await Promise.all(paths.map(async (path) => (await fetch(base + path, { headers })).text()))
  // Answered anew, such a request would be refused: the origin is registered already.
  return [...texts, await tenant.again()]
    .join('\n')
    .replaceAll(/"(now|payment_method_embed_url|receipt_pdf_url|at|time)":"[^"]*"/g, '')
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const result = [...items]
  let state = seed >>> 0
  for (let nth = result.length - 1; nth > 0; nth--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const at = state % (nth + 1)
    ;[result[nth], result[at]] = [result[at] as T, result[nth] as T]
  }
  return result
}
