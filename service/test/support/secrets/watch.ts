import { AUTH_PATH } from '../../../src/dashboard/people/auth.ts'
import { BASE_PATH } from '../../../src/http/index.ts'
import { ENVIRONMENTS } from '../../../src/kernel/environment.ts'
import { cardsIn } from '../card-scan.ts'
import { type MountedRoute, mountedRoutes } from '../mounted-routes.ts'

const CARD_NUMBERS = ['5555555555554444', '4242424242424242', '378282246310005']

type Form = 'account' | 'ssn' | 'text' | 'code' | 'card' | 'cvc' | 'birthday'

/** A request that was answered, by the route that did. */
interface Answered {
  /** Like `POST /enterprise/v1/webhook`; one that the dashboard passes on to the API is the API's. */
  readonly route: string
  readonly status: number
  readonly text: string
}

/** Plants secrets, sees where they are sent and what is answered, and finds them again. */
export interface Watch {
  readonly routes: readonly MountedRoute[]
  readonly answers: readonly Answered[]
  /** By `METHOD /route field`: whether a request with a secret in that field was ever taken. */
  readonly sent: ReadonlyMap<string, boolean>
  /** A value that nobody else has, to be sent. */
  plant(form: Form): string
  /** A secret that the service itself has given out. */
  issued(what: string, value: string | undefined): string
  /** What stands in a text, each as what it is. */
  found(text: string): string[]
  /** Everything that can be found, by what it is. */
  all(): readonly (readonly [what: string, value: string])[]
  stop(): void
}

interface Known {
  readonly route: MountedRoute
  readonly pattern: RegExp
}

const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replace(/:(\w+)(\([^)]*\))?/g, '(?<$1>[^/]+)').replaceAll('*', '.*')}$`)

/** Those that name more of their path come first; what takes any path comes last. */
const vagueness = ({ url }: MountedRoute): number => (url.match(/:/g)?.length ?? 0) + (url.includes('*') ? 10 : 0)
const byExactness = (one: MountedRoute, other: MountedRoute): number => vagueness(one) - vagueness(other)

async function knownRoutes(): Promise<Known[]> {
  const all = (await Promise.all(ENVIRONMENTS.map(mountedRoutes))).flat()
  const once = new Map(all.map((route) => [`${route.method} ${route.url}`, route]))
  return [...once.values()].sort(byExactness).map((route) => ({ route, pattern: patternOf(route.url) }))
}

const PASSED = new RegExp(`^${AUTH_PATH.replace('/auth', '/api')}/[^/]+/v1/`)

/** Every text of a body, under the name it stands by. */
function textsIn(body: unknown, name = ''): [name: string, text: string][] {
  if (typeof body === 'string') return [[name, body]]
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([key, value]) => textsIn(value, Array.isArray(body) ? name : key))
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined
  } catch {
    // One that is broken on purpose.
    return undefined
  }
}

/** Watches every request that this process makes. */
export async function watchSecrets(): Promise<Watch> {
  const known = await knownRoutes()
  const planted = new Map<string, string>()
  const codes = new Map<string, string>()
  const sent = new Map<string, boolean>()
  const answers: Answered[] = []
  const realFetch = globalThis.fetch

  const holdsSecret = (text: string): boolean =>
    [...planted.values(), ...codes.values(), ...CARD_NUMBERS].some((secret) => text.includes(secret))

  function note(method: string, url: URL, body: unknown, status: number): string {
    const path = url.pathname.replace(PASSED, `${BASE_PATH}/`)
    const found = known.find(({ route, pattern }) => route.method === method && pattern.test(path))
    if (!found) return `${method} ?`
    const name = `${method} ${found.route.url}`
    const inPath = Object.entries(found.pattern.exec(path)?.groups ?? {})
    for (const [field, text] of [...inPath, ...url.searchParams, ...textsIn(parsed(body))]) {
      if (holdsSecret(text)) sent.set(`${name} ${field}`, sent.get(`${name} ${field}`) === true || status < 300)
    }
    return name
  }

  globalThis.fetch = async (input, init) => {
    const response = await realFetch(input, init)
    const url = new URL(input instanceof Request ? input.url : input)
    const route = note(init?.method ?? 'GET', url, init?.body, response.status)
    answers.push({ route, status: response.status, text: await response.clone().text() })
    return response
  }

  return {
    routes: known.map(({ route }) => route),
    answers,
    sent,
    plant(form) {
      const nth = planted.size + codes.size + 1
      const value = {
        account: `1357911${String(nth).padStart(5, '0')}`,
        ssn: `531-77-${String(4_000 + nth)}`,
        text: `canary ${nth} of the mine`,
        code: String(864_200 + nth),
        card: CARD_NUMBERS[nth % CARD_NUMBERS.length] as string,
        cvc: String(9_100 + nth),
        birthday: `19${50 + (nth % 40)}-11-23`,
      }[form]
      if (form === 'code' || form === 'cvc') codes.set(`${form} ${nth}`, value)
      else planted.set(`${form} ${nth}`, value)
      if (form === 'ssn') planted.set(`digits of ssn ${nth}`, value.replaceAll('-', ''))
      return value
    },
    issued(what, value) {
      if (!value) throw new Error(`there is no ${what}`)
      ;(/^\d{1,6}$/.test(value) ? codes : planted).set(`${what} ${planted.size + codes.size + 1}`, value)
      return value
    },
    found(text) {
      const whole = [...planted].filter(([, value]) => text.includes(value)).map(([what]) => what)
      const short = cardsIn(text, [...codes.values()])
      return [...new Set([...whole.map((what) => what.replace(/ \d+$/, '')), ...short])]
    },
    all: () => [...planted, ...codes],
    stop() {
      globalThis.fetch = realFetch
    },
  }
}
