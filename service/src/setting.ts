import { isIP } from 'node:net'
import { StartError } from './platform/start-error.ts'
import { isAchText, isRoutingNumber } from './rails/ach/nacha/index.ts'

/** One setting: how it is named, what it means, and how its text is read. */
export interface Setting<T> {
  readonly name: string
  readonly means: string
  /** As shown in the help; the value itself comes from `read(undefined)`. */
  readonly fallback: string
  read(text: string | undefined, name: string): T
}

const bad = (name: string, form: string, text: string): StartError =>
  new StartError(`${name} must be ${form}, not \`${text}\`.`)

export function whole(from: number, to: number, fallback: number) {
  return (text: string | undefined, name: string): number => {
    if (text === undefined) return fallback
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= from && value <= to)) throw bad(name, `a whole number from ${from} to ${to}`, text)
    return value
  }
}

export function oneOf<const V extends string>(values: readonly V[], fallback: V) {
  return (text: string | undefined, name: string): V => {
    if (text === undefined) return fallback
    if (!values.includes(text as V)) throw bad(name, `one of ${values.join(', ')}`, text)
    return text as V
  }
}

export function url(protocols: readonly string[], form: string) {
  return (text: string | undefined, name: string): string | undefined => {
    if (text === undefined) return undefined
    // libpq's form with a socket folder has no host, which URL does not take.
    const parsed = URL.parse(text.replace('@/', '@localhost/'))
    // The value may hold a password: it is not repeated.
    if (!parsed || !protocols.includes(parsed.protocol)) throw new StartError(`${name} must be ${form}.`)
    return text.replace(/\/+$/, '')
  }
}

export const text = (value: string | undefined): string | undefined => value

export function addresses(value: string | undefined, name: string): readonly string[] {
  const list = value?.split(',').map((part) => part.trim()) ?? []
  for (const part of list) {
    const [address = '', bits] = part.split('/')
    const max = isIP(address) === 4 ? 32 : 128
    if (isIP(address) === 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= max))) {
      throw bad(name, 'addresses like `10.0.0.1` or ranges like `10.0.0.0/8`, after commas', part)
    }
  }
  return list
}

export function routingNumber(value: string | undefined, name: string): string | undefined {
  if (value !== undefined && !isRoutingNumber(value)) throw bad(name, 'a routing number of nine digits', value)
  return value
}

export function achText(width: number) {
  return (value: string | undefined, name: string): string | undefined => {
    if (value === undefined || (value.length <= width && isAchText(value))) return value
    throw bad(name, `at most ${width} characters of ASCII`, value)
  }
}

export function achOrigin(value: string | undefined, name: string): string | undefined {
  if (value === undefined || /^(\d{9}|[A-Za-z0-9]{10})$/.test(value)) return value
  throw bad(name, 'ten letters and digits, or nine digits', value)
}

/** As Standard Webhooks write it. A secret: it is not repeated. */
export function signingSecret(value: string | undefined, name: string): string | undefined {
  const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
  const key = value?.replace(/^whsec_/, '')
  if (key !== undefined && (key === '' || !base64.test(key))) {
    throw new StartError(`${name} must be \`whsec_\` and a key in base64.`)
  }
  return value
}

export function demoKey(value: string | undefined, name: string): string | undefined {
  if (value !== undefined && !/^sk_sandbox_[A-Za-z0-9_-]{4,200}$/.test(value)) {
    throw new StartError(`${name} must be \`sk_sandbox_\` and at least four letters, digits, \`_\` or \`-\`.`)
  }
  return value
}
