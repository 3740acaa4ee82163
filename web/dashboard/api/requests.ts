import * as http from '../../ui/requests.ts'
import { noteAsOf } from './as-of.ts'
import { PLACE } from './place.ts'

export interface RequestOptions {
  readonly body?: object | undefined
  readonly signal?: AbortSignal | undefined
  /** The service carries out a command once per key, however often it is sent. */
  readonly idempotencyKey?: string | undefined
}

/** Asks the person to confirm the password; false when they cancel. */
export type Confirm = () => Promise<boolean>
let confirm: Confirm = async () => false
let ended: () => void = () => undefined

/** Sets the dialog that is opened when an action needs a sign-in of the last minutes. */
export const onFreshSignIn = (ask: Confirm): void => {
  confirm = ask
}

/** Sets the callback for an answer which says that the session has ended. */
export const onSessionEnd = (tell: () => void): void => {
  ended = tell
}

/** When the person last did something: pages read by themselves, and that must not keep a session alive. */
let active = performance.now()
for (const event of ['pointerdown', 'keydown', 'wheel', 'touchstart']) {
  addEventListener(event, () => (active = performance.now()), { passive: true, capture: true })
}

export async function request<Answer>(
  method: http.Method,
  path: string,
  options: RequestOptions = {},
): Promise<Answer> {
  const { body, signal, idempotencyKey } = options
  const headers = {
    'x-idle-seconds': String(Math.round((performance.now() - active) / 1_000)),
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
  }
  const send = () => http.request<Answer>(method, path, { body, signal, headers, onHeaders: noteAsOf })
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof http.RequestError)) throw error
    if (error.code === 'fresh_sign_in_required' && (await confirm())) return send()
    if (error.status === 401 && path.startsWith(`${PLACE}/api/`)) ended()
    throw error
  }
}
