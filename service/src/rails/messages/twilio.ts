import type { SmsRail } from './port.ts'

export interface TwilioOptions {
  /** Base address of the API, `https://api.twilio.com`. */
  readonly url: string
  readonly account: string
  readonly token: string
  /** The sender's number. */
  readonly from: string
}

const TIMEOUT_MS = 15_000

/** SMS through Twilio or a provider with the same API: `POST /2010-04-01/Accounts/{account}/Messages.json`. */
export function twilioSms({ url, account, token, from }: TwilioOptions): SmsRail {
  const address = `${url}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  return {
    async send({ to, text }) {
      const response = await fetch(address, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ To: to, From: from, Body: text }).toString(),
      })
      if (response.ok) {
        await response.body?.cancel()
        return { status: 'delivered' }
      }
      throw new Error(`The SMS provider answered ${response.status}${await reasonOf(response)}.`)
    },
  }
}

/** Twilio's error number. Its message is left out: it may repeat the recipient's number. */
async function reasonOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined)
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  return typeof code === 'number' ? ` (error ${code})` : ''
}
