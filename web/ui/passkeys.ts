import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { RequestError } from './requests.ts'

/** The browser has passkeys, and the page is at an address where it lets them be used. */
export const canUsePasskeys = (): boolean => window.isSecureContext && 'credentials' in navigator

/** Loaded when it is needed. */
const browser = () => import('@simplewebauthn/browser')

/** `unanswered`: the person closed the browser's dialog, or no authenticator answered. */
export async function createPasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
  unanswered: () => RequestError,
) {
  const { startRegistration } = await browser()
  const { clientExtensionResults: _, ...created } = await startRegistration({ optionsJSON }).catch(() => {
    throw unanswered()
  })
  return created
}

export async function answerWithPasskey(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
  unanswered: () => RequestError,
) {
  const { startAuthentication } = await browser()
  const { clientExtensionResults: _, ...answer } = await startAuthentication({ optionsJSON }).catch(() => {
    throw unanswered()
  })
  return answer
}
