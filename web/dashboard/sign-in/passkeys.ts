import { answerWithPasskey, createPasskey } from '../../ui/passkeys.ts'
import { RequestError } from '../../ui/requests.ts'
import { PLACE } from '../api/place.ts'
import { request } from '../api/requests.ts'

const AUTH = `${PLACE}/auth/passkey`

const unanswered = (): RequestError =>
  new RequestError(0, { code: 'unanswered', message: 'The passkey was not used. Please try again.' })

export async function signInByPasskey(): Promise<void> {
  const response = await answerWithPasskey(await request('GET', `${AUTH}/generate-authenticate-options`), unanswered)
  await request('POST', `${AUTH}/verify-authentication`, { body: { response } })
}

export async function addPasskey(name: string): Promise<void> {
  const response = await createPasskey(await request('GET', `${AUTH}/generate-register-options`), unanswered)
  await request('POST', `${AUTH}/verify-registration`, { body: { response, name } })
}
