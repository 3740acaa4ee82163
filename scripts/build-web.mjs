// Builds the hosted pages into web/dist when their sources changed since the last build; otherwise done in a moment.
// Runs before `npm start` and `npm test`, after the dependencies are there.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const web = join(root, 'web')
const dist = join(web, 'dist')
const stamp = join(dist, '.built')

/** What the pages are made of: their sources, and the locked tools that build them. */
function hashSources() {
  const hash = createHash('sha256')
  const files = readdirSync(web, { recursive: true, withFileTypes: true })
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

/** Compressed once, here, so that no request pays for it. */
async function compress(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|html|svg)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await Promise.all(
    files.map(async (file) => {
      const plain = readFileSync(file)
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(plain, brotli))
      writeFileSync(`${file}.gz`, await promisify(gzip)(plain, { level: 9 }))
    }),
  )
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
    await compress(fresh)
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
