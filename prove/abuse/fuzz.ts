import { audit } from '../../service/src/ledger/index.ts'
import type { Database } from '../../service/src/platform/database.ts'
import { type Checks, figure } from '../proof.ts'
import { anyError, readOperations } from './document.ts'
import { type Request, requestsOf } from './requests.ts'
import { furnish, MARK, nobodys, type Tenant } from './tenants.ts'
import type { KnownIds } from './values.ts'
import { Wire, type WireAnswer } from './wire.ts'

const WIRES = 16
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
  const own = await furnish(database, base, 'plain')
  const operations = await readOperations(base)
  const before = await everythingOf(base, other)
  const each = Math.ceil(count / operations.length)
  const ids = mixed(own.ids, own.ids, own.ids, own.ids, other.ids, nobodys)
  const requests = shuffled(
    operations.flatMap((operation, nth) => requestsOf(operation, ids, own.keys, { count: each, seed: seed + nth })),
    seed,
  )
  const statuses = new Map<number, number>()
  const startedAt = performance.now()
  const foreign = new RegExp(
    Object.entries(other.ids)
      .flatMap(([kind, all]) => (kind === 'external' ? [] : all))
      .join('|'),
    'g',
  )
  let next = 0
  const work = async (): Promise<void> => {
    const wire = new Wire(port)
    for (let nth = next++; nth < requests.length; nth = next++) {
      const request = requests[nth] as Request
      const answer = await wire.send(request.bytes).catch((error: Error) => error)
      const fault = answer instanceof Error ? answer.message : faultOf(request, answer, foreign)
      if (!(answer instanceof Error)) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (fault === undefined) checks.passed++
      else if (checks.failed++ < SHOWN_MAX) console.log(`  FAILED  ${describe(request)}\n          ${fault}`)
    }
    wire.close()
  }
  await Promise.all(Array.from({ length: WIRES }, work))
  const seconds = (performance.now() - startedAt) / 1_000
  figure('requests generated from the document', requests.length)
  figure('operations', operations.length)
  figure('requests a second', requests.length / seconds, 'requests/s')
  for (const [status, seen] of [...statuses].sort(([a], [b]) => a - b)) figure(`  answered ${status}`, seen)
  checks.check('something was accepted', (statuses.get(200) ?? 0) + (statuses.get(201) ?? 0) > requests.length / 10)
  checks.check("the other tenant's resources are as they were", (await everythingOf(base, other)) === before)
  const mismatches = await audit(database)
  checks.check('the books balance afterwards', mismatches.length === 0, mismatches)
  return { requests: requests.length, perSecond: requests.length / seconds }
}

function mixed(...parts: readonly KnownIds[]): KnownIds {
  const kinds = new Set(parts.flatMap((part) => Object.keys(part)))
  return Object.fromEntries([...kinds].map((kind) => [kind, parts.flatMap((part) => part[kind] ?? [])]))
}

/** Undefined when the answer is what the document says, and nobody else's. */
function faultOf(request: Request, { status, head, text }: WireAnswer, foreign: RegExp): string | undefined {
  if (status >= 500) return `answered ${status}: ${text.slice(0, 500)}`
  if (!/^request-id: req_/im.test(head)) return 'the answer has no Request-Id'
  const described = request.unrouted ? undefined : request.operation.answers.get(status)
  const known = described ?? (ANYWHERE.has(status) || (request.unrouted && UNROUTED.has(status)) ? anyError : undefined)
  const check = known ?? (request.unrouted ? (request.operation.answers.get(status) ?? alike(status)) : undefined)
  if (!check) return `answered ${status}, which the document does not list: ${text.slice(0, 300)}`
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return `answered ${status} with what is no JSON: ${text.slice(0, 300)}`
  }
  if (!check(body))
    return `answered ${status}, unlike the document: ${JSON.stringify(check.errors)} ${text.slice(0, 500)}`
  return leak(request, text, foreign)
}

/** Another method on the same path may be another operation, whose answer is checked where it is called by its name. */
const alike = (status: number) => (status < 300 ? () => true : anyError) as typeof anyError

function leak(request: Request, text: string, foreign: RegExp): string | undefined {
  if (text.includes(MARK)) return `shows what is another tenant's: ${text.slice(0, 500)}`
  const sent = request.bytes.toString('latin1')
  const shown = (text.match(foreign) ?? []).find((id) => !sent.includes(id))
  return shown && `shows ${shown}, which is another tenant's`
}

const describe = ({ operation, broken, bytes }: Request): string =>
  `${operation.name}, ${broken} wrong: ${JSON.stringify(bytes.toString('utf8').slice(0, 700))}`

/** Everything the tenant can see of its own, as text; links are signed anew each time. */
async function everythingOf(base: string, { keys, ids }: Tenant): Promise<string> {
  const headers = { authorization: `Basic ${Buffer.from(`${keys.own}:`).toString('base64')}` }
  const lists = [
    '/account-connection',
    '/payout',
    '/p2p',
    '/contract',
    '/webhook',
    '/embed-origin',
    '/buyer',
    '/purchase',
  ]
  const paths = [...lists, '/enterprise', `/webhook/${ids.wh?.[0]}/secret`, '/sandbox/clock']
  const texts = await Promise.all(paths.map(async (path) => (await fetch(base + path, { headers })).text()))
  return texts.join('\n').replaceAll(/"(now|payment_method_embed_url|receipt_url|at|time)":"[^"]*"/g, '')
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
