import type {
  BankNameAnswer,
  BankNameRequest,
  ConnectState,
  ConnectSteps,
  OpenAnswer,
  OpenRequest,
  StartAnswer,
  StartRequest,
} from '../../contracts/connect.ts'
import { type RequestOptions, request } from '../ui/requests.ts'

/** `/connect/<token>` */
export const token = decodeURIComponent(location.pathname.split('/')[2] ?? '')

const KEY = `connect ${token}`
/** The session where a web view or a private window has no storage; lost on reload. */
let kept: string | null = null

/** Keeps the session in this tab, without cookies, so that it works in iframes and web views. */
function remember(session: string | null): void {
  kept = session
  try {
    if (session === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, session)
  } catch {
    // No storage: the variable is enough.
  }
}

function recall(): string | null {
  try {
    return sessionStorage.getItem(KEY) ?? kept
  } catch {
    return kept
  }
}

export const hasSession = (): boolean => recall() !== null
export const forgetSession = (): void => remember(null)

export const openToken = (): Promise<OpenAnswer> =>
  request('POST', '/connect/api/open', { body: { token } satisfies OpenRequest })

export async function start(answer?: string): Promise<ConnectState> {
  const body: StartRequest = answer === undefined ? { token } : { token, answer }
  const { session, state } = await request<StartAnswer>('POST', '/connect/api/start', { body })
  remember(session)
  return state
}

/** Asks for a new invite in place of one that has ended. It goes to the creator's own e-mail address. */
export const renewInvite = (): Promise<unknown> =>
  request('POST', '/connect/api/renew', { body: { token } satisfies OpenRequest })

const inSession = () => ({ headers: { authorization: `Bearer ${recall() ?? ''}` } })

export const readState = (): Promise<ConnectState> => request('GET', '/connect/api/state', inSession())

/** Sends a step of the session; answers the state that follows. */
export const send = <Path extends keyof ConnectSteps>(
  path: Path,
  body: ConnectSteps[Path],
  options: Pick<RequestOptions, 'keepalive'> = {},
): Promise<ConnectState> => request('POST', `/connect/api/${path}`, { body, ...inSession(), ...options })

export const findBankName = (body: BankNameRequest): Promise<BankNameAnswer> =>
  request('POST', '/connect/api/bank-name', { body, ...inSession() })
