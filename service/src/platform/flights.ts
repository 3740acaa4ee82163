import { type Span, startSpan } from './traces.ts'

const TEXT_MAX = 120
/** As many as the statements that are prepared; beyond, a text is cut each time. */
const KNOWN_MAX = 4_000
const known = new Map<string, string>()

/** The beginning of a statement's text, which has no values in it: those are parameters. */
function beginningOf(text: string): string {
  const cut = known.get(text)
  if (cut !== undefined) return cut
  const beginning = text.replace(/\s+/g, ' ').trim().slice(0, TEXT_MAX)
  if (known.size < KNOWN_MAX) known.set(text, beginning)
  return beginning
}

/**
 * Statements that leave in one write, as one span: each reply is an event of it. A span for each of them would cost more than
 * the requests of a batch bear where only one of them is traced.
 */
export class Flight {
  /** The span that it is a part of. */
  readonly part: Span
  readonly #span: Span | undefined
  #outstanding = 0
  #failure: unknown
  #isOver = false

  constructor(part: Span) {
    this.part = part
    this.#span = startSpan('sql', { kind: 'client', parent: part })
  }

  /** Every reply is there: another statement is another flight. */
  get isOver(): boolean {
    return this.#isOver
  }

  sent(): void {
    this.#outstanding++
  }

  replied(text: string, error: unknown): void {
    this.#span?.note(beginningOf(text))
    this.#failure ??= error
    if (--this.#outstanding > 0) return
    this.#isOver = true
    this.#span?.end(undefined, this.#failure)
  }
}
