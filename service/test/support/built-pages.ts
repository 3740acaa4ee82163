import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of pages as a build leaves them, each with its name alone. */
export async function writePages(): Promise<string> {
  const pages = await mkdtemp(join(tmpdir(), 'tributary-pages-'))
  for (const name of ['connect', 'account', 'examples/embed', 'assets'])
    await mkdir(join(pages, name), { recursive: true })
  for (const name of ['connect', 'account', 'examples/embed']) {
    await writeFile(join(pages, name, 'index.html'), `<!doctype html><title>${name}</title>`)
  }
  await writeFile(join(pages, 'assets', 'app-1a2b3c.js'), `console.log(${JSON.stringify('x'.repeat(5_000))})`)
  return pages
}
