import { readFile } from 'node:fs/promises'

const ITALICS = /(?<![*\w])\*(?!\*)([^*]+?)\*(?![*\w])/g

/** A page of the docs that a test follows: every label of the screen stands there in italics, and all of them are used. */
export class FollowedPage {
  readonly text: string
  readonly #labels: ReadonlySet<string>
  readonly #used = new Set<string>()

  private constructor(text: string) {
    this.text = text
    const plain = text.replaceAll(/\*\*.+?\*\*/gs, '')
    this.#labels = new Set([...plain.matchAll(ITALICS)].map(([, label]) => (label as string).replaceAll(/\s+/g, ' ')))
  }

  static async open(path: string): Promise<FollowedPage> {
    return new FollowedPage(await readFile(path, 'utf8'))
  }

  /** A label that the page names. */
  label(text: string): string {
    if (!this.#labels.has(text)) throw new Error(`the page does not name “${text}”`)
    this.#used.add(text)
    return text
  }

  /** Labels that the page names and the test has not used. */
  unused(): string[] {
    return [...this.#labels].filter((label) => !this.#used.has(label) && label !== 'italics')
  }

  /** The rows of a table between two marks, by the heads of its columns. */
  table(mark: string): Record<string, string>[] {
    const lines = (this.text.split(`<!-- ${mark} -->`)[1]?.split(`<!-- /${mark} -->`)[0] ?? '').trim().split('\n')
    const [heads = [], , ...rows] = lines.map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
    return rows.map((cells) => Object.fromEntries(heads.map((head, nth) => [head, cells[nth] ?? ''])))
  }
}
