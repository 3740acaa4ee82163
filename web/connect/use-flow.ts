import { useCallback, useEffect, useRef, useState } from 'react'
import type { ConnectState, ConnectSteps, OpenAnswer, WelcomeRequest } from '../../contracts/connect.ts'
import { asRequestError, RequestError } from '../ui/requests.ts'
import { isEmbedded, sayExit } from './exit.ts'
import { forgetSession, hasSession, openToken, readState, send, start } from './session.ts'

/** The screen of a visitor: before the session, in it, or after leaving it. */
export type Place =
  | { readonly at: 'loading' }
  | { readonly at: 'gate'; readonly open: OpenAnswer }
  | { readonly at: 'flow'; readonly state: ConnectState }
  | { readonly at: 'left'; readonly name: string | undefined; readonly sandbox: boolean }
  | { readonly at: 'unknown' }
  | { readonly at: 'broken'; readonly message: string }

export interface Flow {
  readonly place: Place
  /** Sends a step. After a conflict with another tab the page shows the current state. */
  readonly act: <Path extends keyof ConnectSteps>(path: Path, body: ConnectSteps[Path]) => Promise<void>
  readonly begin: (answer?: string, welcome?: { readonly sign_in?: boolean }) => Promise<void>
  readonly back: () => Promise<void>
  /** Tells the page that embeds Connect, or goes to the return URL, or shows that the page can be closed. */
  readonly leave: () => void
  readonly reload: () => Promise<unknown>
  /** The creator said at the welcome screen that they have an account. */
  readonly wantsSignIn: boolean
}

/** The props of every screen of the session. */
export interface StepProps {
  readonly state: ConnectState
  readonly flow: Flow
}

export function useFlow(): Flow {
  const [place, setPlace] = useState<Place>({ at: 'loading' })
  const [wantsSignIn, setWantsSignIn] = useState(false)
  const shown = useRef(place)
  shown.current = place

  const reload = useCallback(async () => setPlace(await readPlace()), [])

  /**
   * A step may fail because another tab, a double click or a deadline was quicker: then the page shows the current
   * state. If that is the same screen, the visitor sees the error.
   */
  const settle = useCallback(async (work: () => Promise<ConnectState>) => {
    try {
      setPlace(unlessLeft({ at: 'flow', state: await work() }))
    } catch (error) {
      const overtaken = ['unauthorized', 'invalid_state', 'link_unusable'] as const
      if (!(error instanceof RequestError && overtaken.some((code) => code === error.code))) throw error
      const before = screenOf(shown.current)
      const found = await readPlace()
      setPlace(unlessLeft(found))
      if (screenOf(found) === before) throw error
    }
  }, [])

  const begin: Flow['begin'] = (answer, welcome) =>
    settle(async () => {
      setWantsSignIn(welcome?.sign_in === true)
      const state = await start(answer)
      // A link shows the welcome screen before the session starts.
      return welcome && state.step === 'welcome' ? send('welcome', welcome) : state
    })

  const act: Flow['act'] = (path, body) =>
    settle(() => {
      if (path === 'welcome') setWantsSignIn((body as WelcomeRequest).sign_in === true)
      return send(path, body)
    })
  const back: Flow['back'] = () => settle(() => send('back', {}))

  const leave = (): void => {
    // The request outlives the page, and nobody waits for it: leaving always works.
    if (place.at === 'flow' && isEditing(place.state))
      void send('leave', {}, { keepalive: true }).catch(() => undefined)
    const facts = place.at === 'flow' ? place.state : place.at === 'gate' ? place.open : undefined
    if (!isEmbedded() && facts?.return_url) {
      location.assign(facts.return_url)
      return
    }
    // For an unknown link no origin is known; native hosts get the message all the same.
    sayExit(facts?.embed ?? { origins: [], loopback: false })
    setPlace({ at: 'left', name: facts?.enterprise.name, sandbox: facts?.environment === 'sandbox' })
  }

  useEffect(() => void reload(), [reload])
  useBrowserBack(place.at === 'flow' && place.state.back !== null, back)
  return { place, act, begin, back, leave, reload, wantsSignIn }
}

const isEditing = ({ mode, step }: ConnectState): boolean => mode === 'edit' && step !== 'done'

/** A key per screen; every contract has a screen of its own. */
export const screenIn = ({ step, contract }: ConnectState): string => `${step} ${contract?.id ?? ''}`

function screenOf(place: Place): string {
  if (place.at === 'flow') return screenIn(place.state)
  return place.at === 'gate' ? `gate ${place.open.status}` : place.at
}

function placeOfFailure(thrown: unknown): Place {
  const error = asRequestError(thrown)
  return error.code === 'not_found' ? { at: 'unknown' } : { at: 'broken', message: error.message }
}

const readPlace = (): Promise<Place> => findPlace().catch(placeOfFailure)

/** An answer that comes after the visitor has left does not bring them back. */
const unlessLeft =
  (found: Place) =>
  (now: Place): Place =>
    now.at === 'left' ? now : found

async function findPlace(): Promise<Place> {
  if (!hasSession()) return { at: 'gate', open: await openToken() }
  try {
    return { at: 'flow', state: await readState() }
  } catch (error) {
    const over = error instanceof RequestError && (error.code === 'unauthorized' || error.code === 'link_unusable')
    if (!over) throw error
    forgetSession()
    const open = await openToken()
    // `link_unusable` here means that the connection was closed, not that the link is used.
    return { at: 'gate', open: error.code === 'link_unusable' ? { ...open, status: 'closed' } : open }
  }
}

/**
 * The browser's own back button goes one screen back. One entry of our own lies above the page's: going back to the
 * page's means back in the flow, and when there is nothing further back, the next one leaves as anywhere else.
 */
function useBrowserBack(possible: boolean, back: () => Promise<void>): void {
  const latest = useRef(back)
  latest.current = back
  const can = useRef(possible)
  can.current = possible
  useEffect(() => {
    if (possible && history.state?.connect !== 'above') history.pushState({ connect: 'above' }, '')
  })
  useEffect(() => {
    const onPop = (): void => {
      if (can.current && history.state?.connect !== 'above') latest.current().catch(() => undefined)
    }
    addEventListener('popstate', onPop)
    return () => removeEventListener('popstate', onPop)
  }, [])
}
