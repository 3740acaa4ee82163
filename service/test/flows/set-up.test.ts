import { execFile } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { runScript, temporaryHome } from '../support/program.ts'

const REPOSITORY = join(import.meta.dirname, '../../..')

/** The number of a process that is no more. */
async function deadPid(): Promise<number> {
  const running = promisify(execFile)('true')
  await running
  return running.child.pid as number
}

describe('the set-up before a command', () => {
  // Stands for `npm ci`: fails when another one is at work in the same folder, as that does.
  const FAKE_NPM = `
    import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
    mkdirSync('at-work')
    appendFileSync('installs', 'x')
    await new Promise((resolve) => setTimeout(resolve, 500))
    mkdirSync('node_modules/.bin', { recursive: true })
    writeFileSync('node_modules/.bin/node', '')
    rmSync('at-work', { recursive: true })`

  async function freshClone() {
    const root = await temporaryHome()
    await mkdir(join(root, 'scripts'))
    await copyFile(join(REPOSITORY, 'scripts/setup.mjs'), join(root, 'scripts/setup.mjs'))
    await writeFile(join(root, 'package.json'), '{ "type": "module" }')
    await writeFile(join(root, 'package-lock.json'), '{}')
    await writeFile(join(root, 'npm.js'), FAKE_NPM)
    const setUp = () => runScript(join(root, 'scripts/setup.mjs'), { npm_execpath: join(root, 'npm.js') }).ended
    return { root, setUp, installs: () => readFile(join(root, 'installs'), 'utf8') }
  }

  it('installs once when several commands begin together on a fresh clone', async () => {
    const { root, setUp, installs } = await freshClone()
    expect(await Promise.all([setUp(), setUp(), setUp()])).toEqual([0, 0, 0])
    expect(await installs()).toBe('x')
    expect((await readdir(root)).filter((name) => name.startsWith('.installing'))).toEqual([])
  })

  it('takes over from one that was killed half way', async () => {
    const { root, setUp, installs } = await freshClone()
    await mkdir(join(root, '.installing'))
    await writeFile(join(root, '.installing/pid'), String(await deadPid()))
    expect(await Promise.all([setUp(), setUp()])).toEqual([0, 0])
    expect(await installs()).toBe('x')
    expect((await readdir(root)).filter((name) => name.startsWith('.installing'))).toEqual([])
  })
})
