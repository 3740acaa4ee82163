import { type ConsoleRoute, consoleRoutesOf } from '../../service/test/support/console-routes.ts'
import { type Checks, figure } from '../proof.ts'

interface Intruder {
  readonly headers: (origin: string, apiKey: string) => Record<string, string>
  readonly body?: string
  /** The statuses that refuse them. */
  readonly statuses: readonly number[]
}

/** Deeper than any body of a deed. */
const NESTED = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`
const OWN = (origin: string): Record<string, string> => ({ origin })

/** Each is refused at every door, and none learns what stands behind it. */
const INTRUDERS: Readonly<Record<string, Intruder>> = {
  'nobody who is signed in': { headers: OWN, statuses: [401] },
  'an API key of an enterprise': {
    headers: (origin, apiKey) => ({ origin, authorization: apiKey }),
    statuses: [401],
  },
  'a session that is made up': {
    headers: (origin) => ({
      origin,
      cookie: ['tributary_operator', 'better-auth.session_token', '__Host-tributary_operator']
        .map((name) => `${name}=${'A'.repeat(32)}.${'B'.repeat(44)}`)
        .join('; '),
    }),
    statuses: [401],
  },
  'a page of another origin': { headers: () => ({ origin: 'https://evil.example' }), statuses: [401, 403] },
  'a body that is no JSON': { headers: OWN, body: '{', statuses: [400, 401] },
  'a body that is nested deeply': { headers: OWN, body: NESTED, statuses: [400, 401, 413] },
}

const concrete = (path: string): string => path.replaceAll(/:\w+/g, 'ent_01kk3v9x2qf8m6t4w0c5n7d1ha')

/** Every door of the operators' console, with everybody who has no business there. */
export async function operatorDoors(port: number, apiKey: string, checks: Checks): Promise<void> {
  const origin = `http://127.0.0.1:${port}`
  const routes = await consoleRoutesOf()
  for (const [who, intruder] of Object.entries(INTRUDERS)) {
    const found = await Promise.all(routes.map((route) => knock(origin, route, intruder, apiKey)))
    const opened = found.filter(({ status }) => !intruder.statuses.includes(status))
    checks.check(`no door of the console opens to ${who}`, opened.length === 0, opened[0])
  }
  figure('doors of the console, each with every intruder', routes.length)
}

async function knock(
  origin: string,
  { method, path }: ConsoleRoute,
  { headers, body = '{}' }: Intruder,
  apiKey: string,
): Promise<{ readonly door: string; readonly status: number; readonly text: string }> {
  const isRead = method === 'GET'
  const answer = await fetch(`${origin}/operator/api${concrete(path)}`, {
    method,
    redirect: 'manual',
    headers: { ...headers(origin, apiKey), ...(isRead ? {} : { 'content-type': 'application/json' }) },
    ...(isRead ? {} : { body }),
  })
  return { door: `${method} ${path}`, status: answer.status, text: (await answer.text()).slice(0, 200) }
}
