import { isIP } from 'node:net'
import { isEmail } from '../../contracts/formats.ts'
import { splitHosts } from './platform/host-list.ts'
import { StartError } from './platform/start-error.ts'
import { isAchText, isRoutingNumber, saysSomething } from './rails/ach/nacha/index.ts'

/** One setting: its environment variable, its meaning, and how its text is read. */
export interface Setting<T> extends Form<T> {
  readonly name: string
  readonly means: string
}

/** How the text of a setting is parsed, and its default. */
interface Form<T> {
  /** The default as the help and docs/operations.md show it: the value of `read(undefined)`, or what happens instead. */
  readonly fallback: string
  read(text: string | undefined, name: string): T
}

const bad = (name: string, form: string, text: string): StartError =>
  new StartError(`${name} must be ${form}, not \`${text}\`.`)

/** A setting with a default value. */
const withDefault = <T extends string | number>(fallback: T, parse: (text: string, name: string) => T): Form<T> => ({
  fallback: String(fallback),
  read: (text, name) => (text === undefined ? fallback : parse(text, name)),
})

/** A setting that need not be there. */
const optional = <T>(parse: (text: string, name: string) => T): Form<T | undefined> => ({
  fallback: 'none',
  read: (text, name) => (text === undefined ? undefined : parse(text, name)),
})

function parseWhole(from: number, to: number): (text: string, name: string) => number {
  return (text, name) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= from && value <= to)) throw bad(name, `a whole number from ${from} to ${to}`, text)
    return value
  }
}

export const whole = (from: number, to: number, fallback: number): Form<number> =>
  withDefault(fallback, parseWhole(from, to))

export const wholeIfSet = (from: number, to: number): Form<number | undefined> => optional(parseWhole(from, to))

export const oneOf = <const V extends string>(values: readonly V[], fallback: NoInfer<V>): Form<V> =>
  withDefault<V>(fallback, (text, name) => {
    if (!values.includes(text as V)) throw bad(name, `one of ${values.join(', ')}`, text)
    return text as V
  })

function parseUrl(protocols: readonly string[], form: string): (text: string, name: string) => string {
  return (text, name) => {
    const parsed = URL.parse(text)
    // The value may hold a password: it is not repeated.
    if (!parsed || !protocols.includes(parsed.protocol)) throw new StartError(`${name} must be ${form}.`)
    return text.replace(/(?<!\/)\/+$/, '')
  }
}

export const url = (protocols: readonly string[], form: string): Form<string | undefined> =>
  optional(parseUrl(protocols, form))

export const urlOr = (protocols: readonly string[], form: string, fallback: string): Form<string> =>
  withDefault(fallback, parseUrl(protocols, form))

/** libpq's form: several hosts, or a socket folder and no host, neither of which URL takes. */
export const databaseUrl = optional((text, name) => {
  for (const one of splitHosts(text).urls) {
    const parsed = URL.parse(one.replace('@/', '@localhost/'))
    if (!parsed || !['postgres:', 'postgresql:'].includes(parsed.protocol)) {
      throw new StartError(`${name} must be a URL like \`postgres://user:password@host/database\`.`)
    }
  }
  return text.replace(/(?<!\/)\/+$/, '')
})

export const text: Form<string | undefined> = optional((value) => value)

export const textOr = (fallback: string): Form<string> => withDefault(fallback, (value) => value)

export const addresses: Form<readonly string[]> = {
  fallback: 'none',
  read(value, name) {
    const list = value?.split(',').map((part) => part.trim()) ?? []
    for (const part of list) {
      const [address = '', bits] = part.split('/')
      const max = isIP(address) === 4 ? 32 : 128
      if (isIP(address) === 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= max))) {
        throw bad(name, 'addresses like `10.0.0.1` or ranges like `10.0.0.0/8`, separated by commas', part)
      }
    }
    return list
  },
}

export const routingNumber = optional((value, name) => {
  if (!isRoutingNumber(value)) throw bad(name, 'a routing number of nine digits', value)
  return value
})

export const achText = (width: number): Form<string | undefined> =>
  optional((value, name) => {
    if (value.length <= width && isAchText(value)) return value
    throw bad(name, `at most ${width} characters of ASCII`, value)
  })

/** Text of the originating company, which the network refuses if it is zeros alone. */
export const companyText = (width: number): Form<string | undefined> => {
  const form = achText(width)
  return {
    ...form,
    read(value, name) {
      if (value !== undefined && !saysSomething(value))
        throw bad(name, 'more than zeros: the network refuses that', value)
      return form.read(value, name)
    },
  }
}

/** Texts of an ACH file, separated by commas. */
export const achTexts = (width: number, fallback: readonly string[]): Form<readonly string[]> => ({
  fallback: fallback.join(','),
  read(value, name) {
    if (value === undefined) return fallback
    const list = value.split(',').map((part) => part.trim())
    for (const part of list) {
      if (part === '' || part.length > width || !isAchText(part)) {
        throw bad(name, `texts of at most ${width} characters of ASCII, separated by commas`, part)
      }
    }
    return list
  },
})

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** A time of day, in US Eastern time. */
export const easternTime = (fallback: string): Form<string> =>
  withDefault(fallback, (value, name) => {
    if (TIME.test(value)) return value
    throw bad(name, 'a time like `20:00`', value)
  })

/** Times of day, in US Eastern time, separated by commas; `none` for none. */
export const easternTimes = (fallback: string, latest: string): Form<readonly string[]> => ({
  fallback,
  read(value = fallback, name) {
    if (value === 'none') return []
    const times = value.split(',').map((one) => one.trim())
    if (times.every((one) => TIME.test(one) && one <= latest)) return times
    throw bad(name, `times like \`10:30\`, until ${latest}, separated by commas, or \`none\``, value)
  },
})

/** A bank account that offset entries go to. */
export const offsetAccount = optional((value, name) => {
  const [, routing_number = '', account_number = '', account_type = ''] =
    /^(\d{9}):([A-Za-z0-9-]{1,17}):(checking|savings)$/.exec(value) ?? []
  // The value holds an account number: it is not repeated.
  if (!isRoutingNumber(routing_number)) {
    throw new StartError(`${name} must be \`ROUTING:ACCOUNT:checking\` or \`ROUTING:ACCOUNT:savings\`.`)
  }
  return { routing_number, account_number, account_type: account_type as 'checking' | 'savings' }
})

export const achOrigin = optional((value, name) => {
  if (/^(\d{9}|[A-Za-z0-9]{10})$/.test(value)) return value
  throw bad(name, 'ten letters and digits, or nine digits', value)
})

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** A secret as Standard Webhooks writes it; the error does not repeat it. */
export const signingSecret = optional((value, name) => {
  const key = value.replace(/^whsec_/, '')
  if (key === '' || !BASE64.test(key)) throw new StartError(`${name} must be \`whsec_\` and a key in base64.`)
  return value
})

const KEY_BYTES = 32

/** Keys of the vault, the newest first, separated by commas; the error repeats none. */
export const vaultKeys = optional((value, name) => {
  const isKey = (key: string): boolean => BASE64.test(key) && Buffer.from(key, 'base64').length === KEY_BYTES
  if (value.split(',').every((key) => isKey(key.trim()))) return value
  throw new StartError(`${name} must be 32 bytes in base64: make one with \`openssl rand -base64 32\`.`)
})

/** A secret that the operator chooses; the error does not repeat it. */
export const secretText = (lengthMin: number): Form<string | undefined> =>
  optional((value, name) => {
    if (value.length >= lengthMin && /^[!-~]+$/.test(value)) return value
    throw new StartError(`${name} must have at least ${lengthMin} characters of ASCII and no spaces.`)
  })

export const demoKey = optional((value, name) => {
  if (!/^sk_sandbox_[A-Za-z0-9_-]{4,200}$/.test(value)) {
    throw new StartError(`${name} must be \`sk_sandbox_\` and at least four letters, digits, \`_\` or \`-\`.`)
  }
  return value
})

/** An address that people write to, as the URI that RFC 9116 wants. */
export const contact = optional((value, name) => {
  const email = value.replace(/^mailto:/i, '')
  if (isEmail(email)) return `mailto:${email}`
  if (/^https:\/\/\S+$/i.test(value) && URL.canParse(value)) return value
  throw bad(name, 'an e-mail address or an https URL', value)
})
