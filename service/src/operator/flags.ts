import { parseArgs } from 'node:util'
import { FORMATS } from '../http/index.ts'
import { StartError } from '../platform/start-error.ts'

/** Reads `--name value` pairs; every one is required. */
export function readFlags<K extends string>(args: readonly string[], names: readonly K[]): Record<K, string> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  let values: Partial<Record<string, string>>
  try {
    values = parseArgs({ args: [...args], options, strict: true }).values as Partial<Record<string, string>>
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error))
  }
  const missing = names.filter((name) => !values[name]?.trim())
  if (missing.length > 0) throw new StartError(`${missing.map((name) => `--${name}`).join(', ')} must be given.`)
  return Object.fromEntries(names.map((name) => [name, values[name]?.trim()])) as Record<K, string>
}

/** The value of `--role`, one of a list. */
export function readChoice<T extends string>(choices: readonly T[], text: string): T {
  if (!choices.includes(text as T)) {
    throw new StartError(`--role must be one of ${choices.join(', ')}, not \`${text}\`.`)
  }
  return text as T
}

export function readEmail(text: string): string {
  if (!FORMATS.email?.test(text)) throw new StartError(`--email must be an e-mail address, not \`${text}\`.`)
  return text
}
