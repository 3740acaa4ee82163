import { ApiError, ConnectionError, type DeliveryAttempt, type Tributary } from '../../sdk/typescript/src/index.ts'
import { type Command, type Context, show } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { findProfile } from './profiles.ts'

interface Finding {
  readonly check: string
  readonly outcome: 'good' | 'bad' | 'skipped'
  readonly says: string
}

const SKEW_MAX_SECONDS = 60

export const doctor: Command = {
  name: 'doctor',
  args: '',
  does: 'Checks the key, the connection and its encryption, the clocks, and whether your webhooks arrive',
  options: [],
  async run(context) {
    const findings = await examine(context)
    show(context, findings, () => findings.map((one) => line(context, one)))
    return findings.some(({ outcome }) => outcome === 'bad') ? EXIT.partly : undefined
  },
}

const MARKS = { good: ['green', '✓'], bad: ['red', '✗'], skipped: ['dim', '-'] } as const

function line({ output }: Context, { check, outcome, says }: Finding): string {
  const [style, mark] = MARKS[outcome]
  return `${output.style(style, mark)} ${check.padEnd(10)}  ${says}`
}

async function examine(context: Context): Promise<Finding[]> {
  const { base_url, name } = findProfile(context.terminal.env)
  const findings: Finding[] = [{ check: 'profile', outcome: 'good', says: `${name}, ${base_url}` }]
  const reached = await reach(base_url, context.signal)
  findings.push(reached.finding, transport(base_url))
  if (reached.finding.outcome === 'bad') return findings
  findings.push(skew(reached.serverTime))
  const client = context.client()
  const key = await checkKey(client, context.signal)
  findings.push(key)
  if (key.outcome === 'good') findings.push(...(await checkWebhooks(client, context.signal)))
  return findings
}

async function reach(
  baseUrl: string,
  signal: AbortSignal,
): Promise<{ finding: Finding; serverTime: number | undefined }> {
  const url = new URL('/readyz', baseUrl).href
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]) })
    const serverTime = Date.parse(response.headers.get('date') ?? '')
    const says = response.ok ? 'the service is ready' : `the service answers ${response.status}: it is not ready`
    return { finding: { check: 'service', outcome: response.ok ? 'good' : 'bad', says }, serverTime }
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
    const why = cause?.code ?? cause?.message ?? message
    return {
      finding: { check: 'service', outcome: 'bad', says: `${url} cannot be reached: ${why}` },
      serverTime: undefined,
    }
  }
}

function transport(baseUrl: string): Finding {
  const { protocol, hostname } = new URL(baseUrl)
  if (protocol === 'https:') return { check: 'TLS', outcome: 'good', says: 'encrypted, and the certificate is trusted' }
  const isLocal = hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]'
  return isLocal
    ? { check: 'TLS', outcome: 'skipped', says: 'plain HTTP, within this machine' }
    : { check: 'TLS', outcome: 'bad', says: `plain HTTP to ${hostname}: the key can be read on its way; use https` }
}

function skew(serverTime: number | undefined): Finding {
  if (serverTime === undefined || Number.isNaN(serverTime)) {
    return { check: 'clock', outcome: 'skipped', says: 'the service does not tell its time' }
  }
  const seconds = Math.round((Date.now() - serverTime) / 1_000)
  const says =
    Math.abs(seconds) <= SKEW_MAX_SECONDS
      ? `within ${Math.max(1, Math.abs(seconds))} s of the service's`
      : `${Math.abs(seconds)} s ${seconds > 0 ? 'fast' : 'slow'}: signatures of webhooks are refused from 300 s on; set it`
  return { check: 'clock', outcome: Math.abs(seconds) <= SKEW_MAX_SECONDS ? 'good' : 'bad', says }
}

async function checkKey(client: Tributary, signal: AbortSignal): Promise<Finding> {
  try {
    const { name, environment } = await client.enterprise.get({ signal })
    return { check: 'key', outcome: 'good', says: `valid for ${name}, ${environment}` }
  } catch (error) {
    if (error instanceof ApiError)
      return { check: 'key', outcome: 'bad', says: `${error.message} (${error.code}, ${error.requestId})` }
    if (error instanceof ConnectionError) return { check: 'key', outcome: 'bad', says: error.message }
    throw error
  }
}

async function checkWebhooks(client: Tributary, signal: AbortSignal): Promise<Finding[]> {
  const hooks = await client.webhooks.list({ page_size: 100 }, { signal })
  if (hooks.data.length === 0) {
    return [{ check: 'webhooks', outcome: 'skipped', says: 'there are none; `tributary listen` works without' }]
  }
  return Promise.all(
    hooks.data.map(async ({ id, url, event, disabled_at, disabled_because }): Promise<Finding> => {
      const check = 'webhook'
      if (disabled_at) return { check, outcome: 'bad', says: `${event} → ${url} is disabled: ${disabled_because}` }
      const { data } = await client.webhooks.listDeliveries(id, { page_size: 20 }, { signal })
      const failing = data.find(({ status, attempts }) => status !== 'delivered' && attempts.length > 0)
      const last = failing?.attempts.at(-1)
      return failing
        ? { check, outcome: 'bad', says: `${event} → ${url} fails: ${outcomeOf(last)}` }
        : { check, outcome: 'good', says: `${event} → ${url}` }
    }),
  )
}

const outcomeOf = (attempt: DeliveryAttempt | undefined): string =>
  attempt?.status === undefined ? (attempt?.error ?? 'no answer') : `answered ${attempt.status}`
