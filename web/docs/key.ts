import type { ApiKeyCreated } from '../../contracts/dashboard/developers.ts'
import type { Me } from '../../contracts/dashboard/session.ts'
import { asRequestError, request } from '../ui/requests.ts'

/** The key that the examples are written with. */
const EXAMPLE_KEY = 'sk_sandbox_quickstart'
/** Kept for this tab alone: the service stores a hash, and cannot show the key again. */
const STORED = 'docs-key'

const HOURS = 24

function storedKey(): string | undefined {
  try {
    return sessionStorage.getItem(STORED) ?? undefined
  } catch {
    return undefined
  }
}

/** Writes the reader's own key into every example. */
export function fillKey(key: string | undefined = storedKey()): void {
  if (!key) return
  const walker = document.createTreeWalker(document.querySelector('article') as Node, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    node.textContent = node.textContent?.replaceAll(EXAMPLE_KEY, key) ?? ''
  }
}

const expiry = (): string => new Date(Date.now() + HOURS * 3_600_000).toISOString()

function makeKey(): Promise<ApiKeyCreated> {
  return request<ApiKeyCreated>('POST', '/dashboard/api/sandbox/keys', {
    body: { name: 'Made in the docs', expires_at: expiry() },
  })
}

function sentence(text: string, isFailed = false): HTMLElement {
  const element = document.createElement('p')
  element.textContent = text
  element.setAttribute('role', 'status')
  if (isFailed) element.className = 'failed'
  return element
}

/** Offers a person who is signed in to the dashboard, and may make keys, one for the examples. */
export async function offerKey(place: HTMLElement): Promise<void> {
  if (!document.querySelector('article')?.textContent?.includes(storedKey() ?? EXAMPLE_KEY)) return
  const { enterprise, actions_in, environments } = await request<Me>('GET', '/dashboard/api/me')
  if (!environments.sandbox || !actions_in.sandbox.includes('keys.create')) return
  place.hidden = false
  if (storedKey()) {
    place.replaceChildren(
      sentence(`The examples have your sandbox key of ${enterprise.name}, until this tab is closed.`),
    )
    return
  }
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Make a sandbox key' })
  const lead = `Fill a sandbox key of ${enterprise.name} into the examples. It works for ${HOURS} hours.`
  place.replaceChildren(sentence(lead), button)
  button.addEventListener('click', async () => {
    button.disabled = true
    try {
      const { key, approval } = await makeKey()
      if (approval) {
        place.replaceChildren(
          sentence('The key works once another person has approved it: see Approvals in the dashboard.'),
        )
        return
      }
      fillKey(key)
      place.replaceChildren(sentence('The examples have your key now. It is not shown again once this tab is closed.'))
      sessionStorage.setItem(STORED, key)
    } catch (thrown) {
      const { code, message } = asRequestError(thrown)
      const isOld = code === 'fresh_sign_in_required'
      const why = isOld
        ? 'Sign in to the dashboard once more, then try again: the last sign-in is too long ago.'
        : message
      place.replaceChildren(sentence(why, true), button)
      button.disabled = false
    }
  })
}
