// Makes the package of a server: the program, its production dependencies with Node and PostgreSQL for this platform, and
// the built pages. It needs nothing on the machine it is unpacked on: `bin/tributaryd` of it serves.
//
//   node scripts/package.mjs                    writes dist/tributary-VERSION-PLATFORM.tar.gz
//   node scripts/package.mjs --folder FOLDER    makes the folder only, for an image
//
// With SOURCE_DATE_EPOCH (else the time of the last commit) the same sources make the same bytes.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, lutimesSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const run = (command, args, cwd) => execFileSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })

/** Folders and files that the package is made from; the pages' sources leave it again once they are built. */
const SOURCES = ['bin', 'contracts', 'deploy', 'docs', 'scripts', 'service', 'site', 'web', 'CHANGELOG.md', 'README.md']
const LOCKED = ['package.json', 'package-lock.json']
/** Read by the build of the pages alone. */
const FOR_PAGES = 'tsconfig.json'
const isLeftOut = (path) =>
  /(^|\/)(dist|dist-\d+.*|node_modules)$/.test(path) || /^service\/test(\/|$)/.test(path) || /\.test\.tsx?$/.test(path)

function copySources(folder) {
  for (const one of [...SOURCES, ...LOCKED, FOR_PAGES]) {
    const filter = (source) => !isLeftOut(relative(root, source))
    cpSync(join(root, one), join(folder, one), { recursive: true, filter })
  }
}

function removePageSources(folder) {
  const web = join(folder, 'web')
  for (const one of readdirSync(web)) if (one !== 'dist') rmSync(join(web, one), { recursive: true })
  rmSync(join(folder, FOR_PAGES))
}

/** The moment that every file of the package gets, in seconds. */
function sourceEpoch() {
  const given = process.env.SOURCE_DATE_EPOCH
  if (given && /^\d+$/.test(given)) return Number(given)
  if (!existsSync(join(root, '.git'))) return 0
  return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root }).toString())
}

function setTimes(folder, epoch) {
  for (const { parentPath, name } of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    lutimesSync(join(parentPath, name), epoch, epoch)
  }
  lutimesSync(folder, epoch, epoch)
}

function makeFolder(folder) {
  if (existsSync(folder)) throw new Error(`${folder} is there already.`)
  mkdirSync(folder, { recursive: true })
  copySources(folder)
  run(process.execPath, ['scripts/setup.mjs'], folder)
  run(join(folder, 'node_modules/.bin/node'), ['scripts/build-web.mjs'], folder)
  removePageSources(folder)
  // Names the way that npm was asked for them, which differs from machine to machine.
  rmSync(join(folder, 'node_modules/.package-lock.json'), { force: true })
  setTimes(folder, sourceEpoch())
}

/** Sorted names, one owner and one time: the order and the owners of the machine do not show. */
function archive(outer, folderName, file) {
  const same = ['--sort=name', `--mtime=@${sourceEpoch()}`, '--owner=0', '--group=0', '--numeric-owner', '--format=gnu']
  run('tar', [...same, '--mode=go-w', '--use-compress-program=gzip -n', '-cf', file, folderName], outer)
}

const at = process.argv.indexOf('--folder')
if (at > 0) {
  const folder = process.argv[at + 1]
  if (!folder) throw new Error('package.mjs --folder FOLDER')
  makeFolder(folder)
} else {
  const outer = mkdtempSync(join(tmpdir(), 'tributary-package-'))
  try {
    const folderName = `${name}-${version}-${process.platform}-${process.arch}`
    makeFolder(join(outer, folderName))
    mkdirSync(join(root, 'dist'), { recursive: true })
    const file = join(root, 'dist', `${folderName}.tar.gz`)
    archive(outer, folderName, file)
    console.log(file)
  } finally {
    rmSync(outer, { recursive: true, force: true })
  }
}
