import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { sentTexts } from '../../src/platform/session.ts'

/** One line of the record: a test file that has ended, and the statements that its worker had not sent before. */
interface Entry {
  readonly file: string
  readonly texts: readonly string[]
}

let kept = 0

/** Adds to the run's record what this worker has sent since the file before. A text is kept once for each worker. */
export function keepSentStatements(): void {
  const texts = [...sentTexts()].slice(kept)
  kept += texts.length
  const entry: Entry = { file: expect.getState().testPath ?? '', texts }
  appendFileSync(join(inject('statementsFolder'), `${process.pid}.jsonl`), `${JSON.stringify(entry)}\n`)
}

/** The statements that the test files of this run have sent until now, each with the first file that sent it. */
export function readSentStatements(): { readonly files: ReadonlySet<string>; readonly sentBy: Map<string, string> } {
  const folder = inject('statementsFolder')
  const files = new Set<string>()
  const sentBy = new Map<string, string>()
  for (const name of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, name), 'utf8').trimEnd().split('\n')) {
      const { file, texts } = JSON.parse(line) as Entry
      files.add(file)
      for (const text of texts) if (!sentBy.has(text)) sentBy.set(text, file)
    }
  }
  return { files, sentBy }
}
