import { Webhook } from 'standardwebhooks'
import { unavailable } from '../../kernel/errors.ts'
import { errorCode } from '../../platform/database.ts'
import { type IdentityAnswer, type IdentityRail, isFull, type Verdict } from './port.ts'

export interface HttpIdentityOptions {
  /** Base address of the provider; checks go to `POST {url}/checks`. */
  readonly url: string
  readonly key: string
  /** The Standard Webhooks secret by which the provider signs late answers. */
  readonly secret: string
}

const TIMEOUT_MS = 20_000
const VERDICTS: readonly string[] = ['passed', 'review', 'failed'] satisfies readonly Verdict[]

const isVerdict = (value: unknown): value is Verdict => VERDICTS.includes(value as string)

/**
 * A provider of identity checks. It receives the applicant and the check's key, and answers with a `verdict`. After
 * `review` the final answer comes later, signed, to `/identity/events`. When it cannot be reached, the caller gets a 503.
 */
export function httpIdentity({ url, key, secret }: HttpIdentityOptions): IdentityRail {
  const verifier = new Webhook(secret)
  return {
    async check(applicant, checkKey) {
      const level = isFull(applicant) ? 'full' : 'name'
      const body = { check: checkKey, level, applicant }
      return await ask(`${url}/checks`, key, { method: 'POST', body: JSON.stringify(body) })
    },
    result: (checkKey) => ask(`${url}/checks/${encodeURIComponent(checkKey)}`, key, { method: 'GET' }),
    readAnswer(body, headers): IdentityAnswer {
      const payload = verifier.verify(body.toString('utf8'), headers as Record<string, string>)
      const { check, verdict } = payload as Record<string, unknown>
      if (typeof check !== 'string' || (verdict !== 'passed' && verdict !== 'failed')) {
        throw new Error('the answer says neither `passed` nor `failed`')
      }
      return { check, verdict }
    },
    anyCodePasses: false,
    prefill: null,
  }
}

interface Question {
  readonly method: 'GET' | 'POST'
  readonly body?: string
}

const ask = (address: string, key: string, question: Question): Promise<Verdict> =>
  readVerdict(address, key, question).catch((cause: unknown) => {
    throw unavailable('The identity check cannot be made right now; try again in a moment.', { cause })
  })

async function readVerdict(address: string, key: string, { method, body }: Question): Promise<Verdict> {
  const response = await fetch(address, {
    method,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  }).catch((error: unknown) => {
    throw new Error(`the provider cannot be asked: ${kindOf(error)}`)
  })
  if (!response.ok) throw new Error(`the provider answered ${response.status}`)
  const answer: unknown = await response.json().catch((error: unknown) => {
    throw new Error(`the provider's answer cannot be read: ${kindOf(error)}`)
  })
  const verdict = (answer as { verdict?: unknown } | null)?.verdict
  if (!isVerdict(verdict)) throw new Error("the provider's answer has no verdict")
  return verdict
}

/** The kind of an error, for the log. Its message is left out: it may repeat the API key or the applicant's data. */
const kindOf = (error: unknown): string =>
  error instanceof Error ? errorCode(error.cause) || error.name : 'unknown error'
