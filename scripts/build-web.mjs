// Builds the hosted pages into web/dist when their sources changed since the last build; otherwise done in a moment.
// Runs before `npm start` and `npm test`, after the dependencies are there.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

// Whoever asks for the pages, also a test: React's development build is twice as large and slower.
process.env.NODE_ENV = 'production'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const web = join(root, 'web')
const dist = join(web, 'dist')
const stamp = join(dist, '.built')

/** What the pages are made of: their sources, and the locked tools that build them. */
function hashSources() {
  const hash = createHash('sha256')
  const files = [web, join(root, 'contracts')]
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !relative(web, file).startsWith('dist'))
    .sort()
  for (const file of [...files, join(root, 'package-lock.json'), fileURLToPath(import.meta.url)]) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

/** Beside the old build first, so that a service that runs never serves half of a new one. */
async function build(hash) {
  const { build } = await import('vite')
  const fresh = join(web, `dist-${process.pid}`)
  try {
    await build({
      configFile: join(web, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: fresh, reportCompressedSize: false },
    })
    writeFileSync(join(fresh, '.built'), hash)
    if (existsSync(dist)) renameSync(dist, `${fresh}-old`)
    renameSync(fresh, dist)
  } finally {
    for (const folder of [fresh, `${fresh}-old`]) rmSync(folder, { recursive: true, force: true })
  }
}

const hash = hashSources()
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) {
  const startedAt = performance.now()
  await build(hash)
  console.error(`Built the pages in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.`)
}
