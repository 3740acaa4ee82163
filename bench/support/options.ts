import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** How `cpu` and `payouts` are to measure; the other benchmarks take no options. */
export interface CpuOptions {
  /** The measured time of each piece of work. */
  readonly seconds: number
  /** The folder of another checkout, to be measured in turns with this one. */
  readonly against?: string
  readonly pairs: number
  /** Which pieces of work are measured; all of them when not told. */
  readonly pieces?: readonly PieceName[]
  /** Payouts that the enterprise has before anything is measured. */
  readonly stored?: number
}

/** The pieces of work by which `--pieces` chooses. */
export const PIECES = [
  'create',
  'batch',
  'send',
  'life',
  'running',
  'young',
  'p2p',
  'purchase',
  'get',
  'list',
  'enterprise',
] as const
export type PieceName = (typeof PIECES)[number]

export interface Command {
  readonly names: readonly string[]
  readonly cpu: CpuOptions
}

const OPTIONS = {
  against: { type: 'string' },
  pairs: { type: 'string' },
  seconds: { type: 'string' },
  pieces: { type: 'string' },
  stored: { type: 'string' },
} as const
/** The benchmarks that take options. */
const TAKING: ReadonlySet<string> = new Set(['cpu', 'payouts'])
const SECONDS = 4
const PAIRS = 7
const NEEDED = ['package.json', 'service/src/main.ts', 'node_modules/.bin/node']

/** Reads the command line; throws one sentence where it asks for something that cannot be done. */
export function readCommand(args: readonly string[], known: readonly string[]): Command {
  const parsed = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: false, tokens: true })
  const names = parsed.positionals
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`There is no benchmark \`${unknown}\`; there are ${known.join(', ')}.`)
  for (const token of parsed.tokens) {
    if (token.kind !== 'option') continue
    const { rawName, name, value } = token
    if (!(name in OPTIONS)) {
      throw new Error(
        `There is no option \`${rawName}\`; \`cpu\` and \`payouts\` take --against, --pairs, --pieces, --seconds and --stored.`,
      )
    }
    if (names.length !== 1 || !TAKING.has(names[0] as string)) {
      throw new Error(`\`${rawName}\` is an option of \`cpu\` or \`payouts\` alone.`)
    }
    if (!value) throw new Error(`\`${rawName}\` needs a value.`)
  }
  const { against, pairs, seconds, pieces, stored } = parsed.values as Partial<Record<keyof typeof OPTIONS, string>>
  if (pairs !== undefined && against === undefined) throw new Error('`--pairs` needs `--against` another checkout.')
  return {
    names,
    cpu: {
      seconds: whole('--seconds', seconds, SECONDS),
      pairs: whole('--pairs', pairs, PAIRS),
      ...(against === undefined ? {} : { against: checkout(against) }),
      ...(pieces === undefined ? {} : { pieces: piecesOf(pieces) }),
      ...(stored === undefined ? {} : { stored: whole('--stored', stored, 0, STORED_MOST) }),
    },
  }
}

const MOST = 99
const STORED_MOST = 100_000_000

function whole(option: string, text: string | undefined, fallback: number, most = MOST): number {
  if (text === undefined) return fallback
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= most) return value
  throw new Error(`\`${option}\` must be a whole number from 1 to ${most}, not \`${text}\`.`)
}

function piecesOf(text: string): PieceName[] {
  const names = text.split(',')
  const unknown = names.find((name) => !(PIECES as readonly string[]).includes(name))
  if (unknown === undefined) return names as PieceName[]
  throw new Error(`There is no piece of work \`${unknown}\`; there are ${PIECES.join(', ')}.`)
}

function checkout(path: string): string {
  const folder = resolve(path)
  const missing = NEEDED.find((file) => !existsSync(join(folder, file)))
  if (missing !== undefined) throw new Error(`\`${path}\` is not a checkout that can be run: it has no ${missing}.`)
  return folder
}
