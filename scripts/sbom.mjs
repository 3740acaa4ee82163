// Writes the software bill of materials in CycloneDX's JSON: every package that the lock file would install in production,
// on any platform. `npm sbom --omit=dev` is not used: it leaves out whatever a development tool needs too, such as half of
// the database's driver.
//
//   npm run sbom                     writes sbom.cdx.json
//   npm run sbom -- some/file.json   writes another file
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))

const { packages } = read('package-lock.json')
const INSIDE = 'node_modules/'
const nameOf = (path) => packages[path].name ?? path.slice(path.lastIndexOf(INSIDE) + INSIDE.length)
/** The address of a package, which also names it within the document. */
const purlOf = (path) => `pkg:npm/${nameOf(path).replace('@', '%40')}@${packages[path].version}`

/** The path of a package as Node finds it from another: in its own folder, or in the nearest one above. */
function resolveFrom(path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${INSIDE}`)))) {
    const found = `${folder === '' ? '' : `${folder}/`}${INSIDE}${name}`
    if (packages[found]) return found
    if (folder === '') return undefined
  }
}

function dependenciesOf(path) {
  const { dependencies, optionalDependencies, peerDependencies } = packages[path]
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
  const paths = names.map((name) => resolveFrom(path, name)).filter((found) => found && !packages[found].dev)
  return [...new Set(paths.map(purlOf))].sort()
}

/** Digests as CycloneDX spells them; the lock file has them in base64. */
function hashesOf(integrity) {
  const [algorithm, digest] = (integrity ?? '').split('-')
  if (!digest) return {}
  const alg = algorithm.toUpperCase().replace('SHA', 'SHA-')
  return { hashes: [{ alg, content: Buffer.from(digest, 'base64').toString('hex') }] }
}

function licensesOf(license) {
  if (!license) return {}
  return { licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }] }
}

function componentOf(path) {
  const { version, integrity, license, optional, devOptional } = packages[path]
  const [name, group] = nameOf(path).split('/').reverse()
  return {
    type: 'library',
    'bom-ref': purlOf(path),
    ...(group ? { group } : {}),
    name,
    version,
    scope: optional || devOptional ? 'optional' : 'required',
    purl: purlOf(path),
    ...hashesOf(integrity),
    ...licensesOf(license),
  }
}

/** One entry for each key; a package that lies in several folders is one package. */
const distinct = (entries, key) => [...new Map(entries.map((entry) => [entry[key], entry])).values()]

const { name, version, description } = read('package.json')
const product = `pkg:npm/${name}@${version}`
const paths = Object.keys(packages).filter((path) => path !== '' && !packages[path].dev && !packages[path].link)
const bom = {
  $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  serialNumber: `urn:uuid:${randomUUID()}`,
  version: 1,
  metadata: {
    timestamp: new Date().toISOString(),
    lifecycles: [{ phase: 'pre-build' }],
    component: { type: 'application', 'bom-ref': product, name, version, description, purl: product },
  },
  components: distinct(paths.map(componentOf), 'bom-ref'),
  dependencies: [
    { ref: product, dependsOn: dependenciesOf('') },
    ...distinct(
      paths.map((path) => ({ ref: purlOf(path), dependsOn: dependenciesOf(path) })),
      'ref',
    ),
  ],
}

const file = resolve(process.argv[2] ?? join(root, 'sbom.cdx.json'))
writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`)
console.log(`${file}: ${bom.components.length} packages, CycloneDX ${bom.specVersion}`)
