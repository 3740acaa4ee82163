import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')
const SETTING = /^([A-Z_]+)=(.*)$/

/** The indented lines below a heading of a page: its settings, and its commands in their order; a line that is indented more goes on. */
export async function commandsOf(
  page: string,
  heading: string,
): Promise<{ readonly settings: Map<string, string>; readonly commands: readonly string[] }> {
  const text = await readFile(join(ROOT, page), 'utf8')
  const [, after] = text.split(`\n## ${heading}\n`)
  if (after === undefined) throw new Error(`${page} has no heading ${heading}`)
  const [section = ''] = after.split('\n## ')
  const lines = [...section.matchAll(/^ {4}(\S.*(?:\n {6}.*)*)$/gm)].map(([, line = '']) => line)
  const settings = lines.flatMap((line) => {
    const [, name = '', value = ''] = SETTING.exec(line) ?? []
    return name ? [[name, value] as const] : []
  })
  return { settings: new Map(settings), commands: lines.filter((line) => !SETTING.test(line)) }
}
