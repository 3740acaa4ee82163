import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { RequestError } from '../../ui/requests.ts'
import { PLACE } from '../api/place.ts'
import { request } from '../api/requests.ts'

const AUTH = `${PLACE}/auth/passkey`

/** The browser has passkeys, and the page is at an address where it lets them be used. */
export const canUsePasskeys = (): boolean => window.isSecureContext && 'credentials' in navigator

/** Loaded when it is needed. */
const browser = () => import('@simplewebauthn/browser')

/** The person closed the browser's dialog, or no authenticator answered. */
const unanswered = (): RequestError =>
  new RequestError(0, { code: 'unanswered', message: 'The passkey was not used. Please try again.' })

export async function signInByPasskey(): Promise<void> {
  const optionsJSON = await request<PublicKeyCredentialRequestOptionsJSON>(
    'GET',
    `${AUTH}/generate-authenticate-options`,
  )
  const { startAuthentication } = await browser()
  const { clientExtensionResults: _, ...response } = await startAuthentication({ optionsJSON }).catch(() => {
    throw unanswered()
  })
  await request('POST', `${AUTH}/verify-authentication`, { body: { response } })
}

export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await request<PublicKeyCredentialCreationOptionsJSON>('GET', `${AUTH}/generate-register-options`)
  const { startRegistration } = await browser()
  const { clientExtensionResults: _, ...response } = await startRegistration({ optionsJSON }).catch(() => {
    throw unanswered()
  })
  await request('POST', `${AUTH}/verify-registration`, { body: { response, name } })
}
