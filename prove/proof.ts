/** One promise of the product, made checkable by one command: `npm run prove -- NAME`. */
export interface Proof {
  /** What holds when it passes, in one line. */
  readonly proves: string
  /** What may be set after its name, as `--seed 7`: whole numbers, each with what it is otherwise. */
  readonly options?: Readonly<Record<string, number>>
  /** Prints its figures, and a line for each violation; ends by itself and leaves nothing running. */
  run(options: Readonly<Record<string, number>>): Promise<Tally>
}

/** The last line of every proof. One that failed nothing but also compared nothing has not passed. */
export interface Tally {
  readonly passed: number
  readonly failed: number
}

/** One figure of a run. */
export function figure(name: string, value: number | string, unit = ''): void {
  const shown = typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits: 1 }) : value
  console.log(`  ${name.padEnd(58)}${shown.padStart(12)} ${unit}`.trimEnd())
}

/** Checks that are counted; each that fails is printed at once, with what was found. */
export class Checks implements Tally {
  passed = 0
  failed = 0

  check(what: string, holds: boolean, found?: unknown): boolean {
    if (holds) this.passed++
    else {
      this.failed++
      console.log(`  FAILED  ${what}${found === undefined ? '' : `: ${shorten(found)}`}`)
    }
    return holds
  }
}

const SHOWN_MAX = 2_000

function shorten(found: unknown): string {
  const text = typeof found === 'string' ? found : found instanceof Error ? String(found.stack) : JSON.stringify(found)
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text
}
