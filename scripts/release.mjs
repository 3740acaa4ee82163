// Makes a release by one command: the version everywhere, the changelog, the package of this platform, the bill of
// materials, checksums, a commit and a tag. Nothing is pushed.
//
//   node scripts/release.mjs 0.2.0                 everything
//   node scripts/release.mjs 0.2.0 --no-package    without the package, which takes a minute
//
// To take it back before it is pushed: git tag -d vVERSION && git reset --hard HEAD~1
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')
const [version, ...options] = process.argv.slice(2)
const date = new Date().toISOString().slice(0, 10)

const git = (...args) => execFileSync('git', args, { cwd: root }).toString().trim()
const script = (...args) => execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' })

function refuse(why) {
  console.error(`No release was made: ${why}`)
  process.exit(1)
}

const numbers = (text) => text.split('.').map(Number)

function isLater(later, earlier) {
  const [a, b] = [numbers(later), numbers(earlier)]
  const at = a.findIndex((number, index) => number !== b[index])
  return at >= 0 && a[at] > b[at]
}

function check() {
  if (!/^\d+\.\d+\.\d+$/.test(version ?? '')) refuse('name the version, as in `node scripts/release.mjs 0.2.0`.')
  if (options.some((option) => option !== '--no-package')) refuse(`there is no option ${options.join(' ')}.`)
  if (git('status', '--porcelain') !== '') refuse('the working tree has changes; commit them first.')
  const current = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
  if (!isLater(version, current)) refuse(`${version} is not later than ${current}.`)
  if (git('tag', '--list', `v${version}`) !== '') refuse(`the tag v${version} is there already.`)
}

/** Replaces the first match; a file that does not have it would be released with its old version. */
function change(name, pattern, replacement) {
  const path = join(root, name)
  const text = readFileSync(path, 'utf8')
  if (!pattern.test(text)) refuse(`${name} has no ${pattern}.`)
  writeFileSync(path, text.replace(pattern, replacement))
}

function setVersion() {
  change('package.json', /"version": "[^"]+"/, `"version": "${version}"`)
  // The lock names it twice: its own, and that of the package at the root.
  change('package-lock.json', /"version": "[^"]+"/, `"version": "${version}"`)
  change('package-lock.json', /("": \{\s+"name": "[^"]+",\s+"version": ")[^"]+/, `$1${version}`)
  change('deploy/helm/tributary/Chart.yaml', /^version: .+$/m, `version: ${version}`)
  change('deploy/helm/tributary/Chart.yaml', /^appVersion: .+$/m, `appVersion: ${version}`)
}

/** What was unreleased gets the version's name; the next changes have an empty list again. */
function setChangelog() {
  const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const unreleased = /^## Unreleased\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(text)?.[1]?.trim()
  if (!unreleased) refuse('CHANGELOG.md has nothing under "Unreleased".')
  change('CHANGELOG.md', /^## Unreleased$/m, `## Unreleased\n\n## ${version} (${date})`)
}

/** Checksums as `sha256sum -c SHA256SUMS` reads them. */
function writeChecksums() {
  const names = readdirSync(dist).filter((name) => name.includes(version))
  const lines = names.map((name) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(dist, name)))
      .digest('hex')
    return `${digest}  ${name}\n`
  })
  writeFileSync(join(dist, 'SHA256SUMS'), lines.join(''))
  return names
}

check()
setVersion()
setChangelog()
git('commit', '--quiet', '--all', '--message', `Release ${version}`)
if (!existsSync(dist)) mkdirSync(dist)
if (!options.includes('--no-package')) script('scripts/package.mjs')
script('scripts/sbom.mjs', join(dist, `tributary-${version}.cdx.json`))
const names = writeChecksums()
git('tag', '--annotate', `v${version}`, '--message', `Version ${version}`)
console.log(`Version ${version} is committed and tagged v${version}; dist/ has ${[...names, 'SHA256SUMS'].join(', ')}.`)
console.log('Push it: git push --follow-tags')
