import type { AccountSession, PasskeyAnswer, PasskeyCreated } from '../../contracts/account.ts'
import { answerWithPasskey, createPasskey } from '../ui/passkeys.ts'
import { RequestError, request } from '../ui/requests.ts'
import { t } from '../ui/words/current.ts'

const API = '/account/api'

const unanswered = (): RequestError => new RequestError(0, { message: t('passkey.unanswered') })

/** The password is asked for before the browser makes the passkey. */
export async function makePasskey(password: string): Promise<PasskeyCreated> {
  const created = await createPasskey(
    await request('POST', `${API}/passkeys/options`, { body: { password } }),
    unanswered,
  )
  const { clientDataJSON, attestationObject, transports } = created.response
  return {
    id: created.id,
    rawId: created.rawId,
    type: created.type,
    response: { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) },
  }
}

export async function signInByPasskey(): Promise<AccountSession> {
  const { id, rawId, type, response } = await answerWithPasskey(
    await request('POST', `${API}/passkey/options`, { body: {} }),
    unanswered,
  )
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response
  const answer: PasskeyAnswer = {
    id,
    rawId,
    type,
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  }
  try {
    return await request<AccountSession>('POST', `${API}/passkey/sign-in`, { body: { response: answer } })
  } catch (error) {
    // The refusal of a password has the same code, and in Spanish its words.
    const isUnknown = error instanceof RequestError && error.code === 'incorrect_credentials'
    throw isUnknown ? new RequestError(0, { message: t('passkey.unknown') }) : error
  }
}
