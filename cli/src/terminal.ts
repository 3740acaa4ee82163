import { styleText } from 'node:util'

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** The place where a command reads and writes. */
export interface Terminal {
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
  readonly env: NodeJS.ProcessEnv
}

export interface Output {
  /** Results, on standard output. */
  print(line: string): void
  /** Everything else: progress, hints, errors, on standard error. */
  note(line: string): void
  style(style: Style, text: string): string
  /** Whether a person sees the output, so that a progress bar and colours make sense. */
  readonly isTerminal: boolean
  readonly columns: number
  /** Writes over the last line of standard error. Only on a terminal. */
  progress(line: string): void
}

/** https://no-color.org: colours only on a terminal, and not where NO_COLOR is set or the terminal is dumb. */
export function createOutput({ stdout, stderr, env }: Terminal): Output {
  const isTerminal = stdout.isTTY === true
  const isColoured = env.FORCE_COLOR ? env.FORCE_COLOR !== '0' : isTerminal && !env.NO_COLOR && env.TERM !== 'dumb'
  return {
    isTerminal,
    columns: stdout.columns ?? 120,
    print: (line) => void stdout.write(`${line}\n`),
    note: (line) => void stderr.write(`${line}\n`),
    style: (style, text) => (isColoured ? styleText(style, text, { validateStream: false }) : text),
    progress: (line) => void (stderr.isTTY && stderr.write(`\r\u001b[2K${line}`)),
  }
}

const CELL_MAX = 40

/** A value in a cell, without characters that would change the terminal. */
export function cell(value: unknown, max = CELL_MAX): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const shown = text.replace(/\p{Cc}+/gu, ' ')
  return shown.length > max ? `${shown.slice(0, max - 1)}…` : shown
}

/** Rows below each other, in columns as wide as their widest cell. */
export function table(output: Output, heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    cells
      .map((text, at) => (at === cells.length - 1 ? text : text.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd()
  return [output.style('bold', line(heads)), ...rows.map(line)]
}

/** Names beside their values, one per line. */
export function record(output: Output, fields: Readonly<Record<string, unknown>>): string[] {
  const width = Math.max(0, ...Object.keys(fields).map((name) => name.length))
  return Object.entries(fields).map(
    ([name, value]) => `${output.style('dim', name.padEnd(width))}  ${cell(value, 2_000)}`,
  )
}

/** Cents as people read them. */
export const dollars = (cents: number): string =>
  `$${(Math.abs(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`.replace(
    '$',
    cents < 0 ? '-$' : '$',
  )

/** Everything that is piped in. */
export async function readAll(stream: NodeJS.ReadStream): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}
