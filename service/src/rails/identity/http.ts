import { Webhook } from 'standardwebhooks'
import { unavailable } from '../../kernel/errors.ts'
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
      const answer = await ask(`${url}/checks`, key, { check: name, applicant }).catch(() => undefined)
      if (!isVerdict(answer)) throw unavailable('The identity check cannot be made right now; try again in a moment.')
      return answer
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

async function ask(address: string, key: string, body: object): Promise<unknown> {
  const response = await fetch(address, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`the provider answered ${response.status}`)
  return ((await response.json()) as { verdict?: unknown }).verdict
}
