import { Webhook } from 'standardwebhooks'
import { unavailable } from '../../kernel/errors.ts'
import { errorCode } from '../../platform/database.ts'
import type { IdentityAnswer, IdentityRail, Verdict } from './port.ts'

export interface HttpIdentityOptions {
  /** Where checks are asked for: `POST {url}/checks`. */
  readonly url: string
  readonly key: string
  /** Signs the provider's late answers, as in Standard Webhooks. */
  readonly secret: string
}

const TIMEOUT_MS = 20_000
const VERDICTS: readonly string[] = ['passed', 'review', 'failed'] satisfies readonly Verdict[]

const isVerdict = (value: unknown): value is Verdict => VERDICTS.includes(value as string)

/**
 * A provider of identity checks: it is sent the applicant and the name of the check, and answers `verdict`. `review` means
 * that the answer comes later, to `/identity/events`, signed. A provider that cannot be reached decides nothing.
 */
export function httpIdentity({ url, key, secret }: HttpIdentityOptions): IdentityRail {
  const verifier = new Webhook(secret)
  return {
    async check(applicant, name) {
      return await ask(`${url}/checks`, key, { check: name, applicant }).catch((cause: unknown) => {
        throw unavailable('The identity check cannot be made right now; try again in a moment.', { cause })
      })
    },
    readAnswer(body, headers): IdentityAnswer {
      const said = verifier.verify(body.toString('utf8'), headers as Record<string, string>) as Record<string, unknown>
      const { check, verdict } = said
      if (typeof check !== 'string' || (verdict !== 'passed' && verdict !== 'failed')) {
        throw new Error('the answer says neither `passed` nor `failed`')
      }
      return { check, verdict }
    },
    anyCodePasses: false,
    prefill: null,
  }
}

async function ask(address: string, key: string, body: object): Promise<Verdict> {
  const response = await fetch(address, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch((error: unknown) => {
    throw new Error(`the provider cannot be asked: ${kindOf(error)}`)
  })
  if (!response.ok) throw new Error(`the provider answered ${response.status}`)
  const said: unknown = await response.json().catch((error: unknown) => {
    throw new Error(`the provider's answer cannot be read: ${kindOf(error)}`)
  })
  const verdict = (said as { verdict?: unknown } | null)?.verdict
  if (!isVerdict(verdict)) throw new Error("the provider's answer has no verdict")
  return verdict
}

/** For the log. Not the error's own words: they may repeat the key, or what was said of a person. */
const kindOf = (error: unknown): string =>
  error instanceof Error ? errorCode(error.cause) || error.name : 'no error at all'
