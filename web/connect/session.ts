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
import { request } from '../ui/requests.ts'

/** `/connect/<token>` */
export const token = decodeURIComponent(location.pathname.split('/')[2] ?? '')

const KEY = `connect ${token}`
/** Where a web view or a private window has no storage: lost on reload, and nothing worse. */
let kept: string | null = null

/** The session lives in this tab alone, without cookies, so that it works inside an iframe and in web views. */
function remember(session: string | null): void {
  kept = session
  try {
    if (session === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, session)
  } catch {
    // No storage here.
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

const inSession = () => ({ headers: { authorization: `Bearer ${recall() ?? ''}` } })

export const readState = (): Promise<ConnectState> => request('GET', '/connect/api/state', inSession())

/** A step of the flow; answers where that leads. */
export const send = <Path extends keyof ConnectSteps>(path: Path, body: ConnectSteps[Path]): Promise<ConnectState> =>
  request('POST', `/connect/api/${path}`, { body, ...inSession() })

export const findBankName = (body: BankNameRequest): Promise<BankNameAnswer> =>
  request('POST', '/connect/api/bank-name', { body, ...inSession() })
