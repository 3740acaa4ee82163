import { isUtf8 } from 'node:buffer'
import { AchFault } from './fault.ts'
import { RECORD_WIDTH } from './fields.ts'

export interface Line {
  readonly text: string
  /** The line's number, from 1. In a file without line ends it is the record's number. */
  readonly number: number
}

/** The records of a file, each padded to 94 characters. */
export function splitLines(bytes: string | Buffer): Line[] {
  const whole = withoutMarks(typeof bytes === 'string' ? bytes : decode(bytes))
  const lines = whole.split(/\r\n|\n|\r/)
  while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop()
  const [first = ''] = lines
  if (lines.length === 1 && first.length > RECORD_WIDTH) return numbered(chunks(first))
  return numbered(lines).filter(({ text }) => text.trim() !== '')
}

/** Decodes valid UTF-8 as such, so that a record has as many characters as its writer counted; else one per byte. */
const decode = (bytes: Buffer): string => (isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString('latin1'))

const CTRL_Z = '\u001a'

/** Removes the byte order mark that editors put first, and the Ctrl-Z that old systems put last. */
function withoutMarks(text: string): string {
  let end = text.length
  while (end > 0 && `${text[end - 1]}`.replace(CTRL_Z, '').trim() === '') end--
  return text.slice(0, end).replace(/^(\ufeff|\u00ef\u00bb\u00bf)/, '')
}

function chunks(text: string): string[] {
  const parts = []
  for (let at = 0; at < text.length; at += RECORD_WIDTH) parts.push(text.slice(at, at + RECORD_WIDTH))
  return parts
}

const numbered = (lines: readonly string[]): Line[] =>
  lines.map((line, index) => {
    const text = line.trimEnd()
    if (text.length > RECORD_WIDTH) {
      throw new AchFault(index + 1, `a record has ${RECORD_WIDTH} characters, this one ${text.length}`)
    }
    return { text: text.padEnd(RECORD_WIDTH), number: index + 1 }
  })
