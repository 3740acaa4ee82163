import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const DIST = join(import.meta.dirname, '../../../web/dist')
const FIRST_SCREEN_MAX = 150 * 1_024
/** The example's own service, and the name of a language, which nobody is asked for. */
const NO_HOST = /http:\/\/localhost:4000|http:\/\/www\.w3\.org\/2000\/svg/g

describe('the build of the pages', () => {
  it('needs at most 150 KB of compressed JavaScript for the first screen of Connect', async () => {
    const html = await readFile(join(DIST, 'connect/index.html'), 'utf8')
    const scripts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map((match) => match[1] as string)
    expect(scripts.length).toBeGreaterThan(0)
    // As gzip, which every browser takes; Brotli is smaller still.
    const sizes = await Promise.all(scripts.map(async (path) => gzipSync(await readFile(join(DIST, path))).length))
    const total = sizes.reduce((sum, size) => sum + size, 0)
    expect(total).toBeGreaterThan(20_000)
    expect(total).toBeLessThanOrEqual(FIRST_SCREEN_MAX)
  })

  it('holds the library as it is meant for production', async () => {
    const scripts = (await readdir(join(DIST, 'assets'))).filter((file) => file.endsWith('.js'))
    for (const file of scripts) {
      expect(await readFile(join(DIST, 'assets', file), 'utf8'), file).not.toContain('react.dev/link/react-devtools')
    }
  })

  it('has nothing inline, and names no other host', async () => {
    const files = (await readdir(DIST, { recursive: true })).filter((file) => /\.(html|css)$/.test(file))
    expect(files.length).toBeGreaterThan(3)
    for (const file of files) {
      const text = await readFile(join(DIST, file), 'utf8')
      expect(text, file).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/)
      expect(text.replaceAll(NO_HOST, ''), file).not.toMatch(/https?:\/\//)
    }
  })
})
