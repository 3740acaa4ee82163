import { execFileSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { examine } from '../../src/operator/doctor.ts'
import { said } from '../support/doctor.ts'
import { temporaryHome } from '../support/program.ts'
import { startService, VAULT_KEY } from '../support/service.ts'
import { canMount, canMountFiles, mountLargeDisk, mountSmallDisk } from '../support/small-disk.ts'
import { ensureSshd, startSshd } from '../support/sshd.ts'

const SSHD = ensureSshd()
const FOLDERS = "The bank's folders can be read and written"
const DISK = 'The disk of the data folder has room'

/** The check's own line and the advice below it. */
async function saidOf(what: string, variables: Record<string, string>): Promise<string> {
  const lines = (await said(examine(variables))).split('\n')
  const nth = lines.findIndex((line) => line.slice(6).startsWith(what))
  return lines.slice(nth, nth + 2).join('\n')
}

/** A private key that no server knows. */
async function anotherKey(): Promise<string> {
  const file = join(await temporaryHome(), 'another')
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file])
  return file
}

/** A real server of the bank's, what doctor says of it, and the settings that are right for it. */
async function startBankServer() {
  const server = await startSshd(SSHD as string)
  let running: typeof server | undefined = server
  const stop = async () => {
    await running?.stop()
    running = undefined
  }
  onTestFinished(stop)
  const { databaseUrl } = await startService({}, undefined, { role: 'api' })
  const { root, keyFile, place } = server
  const right = {
    DATABASE_URL: databaseUrl,
    VAULT_KEY,
    ACH_SFTP_URL: `sftp://${place.username}@${place.host}:${place.port}`,
    ACH_SFTP_HOST_KEY: place.hostKey,
    ACH_SFTP_KEY_FILE: keyFile,
    ACH_OUT: join(root, 'out'),
    ACH_IN: join(root, 'in'),
  }
  return { root, stop, saying: (changes: Partial<typeof right> = {}) => saidOf(FOLDERS, { ...right, ...changes }) }
}

const ADVICE = '\n {6}Check ACH_OUT, ACH_IN and ACH_SFTP_…; ask the bank before you accept another host key\\.$'
const failsWith = (reason: string) => new RegExp(`^FAIL {2}${FOLDERS}: ${reason}${ADVICE}`)

describe.skipIf(!SSHD)("doctor, of the bank's SFTP server", () => {
  it('finds it sound, leaves nothing in its folders, and says when it cannot be reached', async () => {
    const { root, saying, stop } = await startBankServer()
    expect(await saying()).toMatch(new RegExp(`^ok {4}${FOLDERS}\n`))
    expect(await readdir(join(root, 'out'))).toEqual([])
    expect(await readdir(join(root, 'in'))).toEqual([])
    // The key of this server goes away with it, and one is needed to be refused.
    const key = await anotherKey()
    await stop()
    expect(await saying({ ACH_SFTP_KEY_FILE: key })).toMatch(failsWith('.*ECONNREFUSED.*'))
  })

  it('says that its host key is another, and does not write to it', async () => {
    const { root, saying } = await startBankServer()
    const other = `SHA256:${Buffer.alloc(32, 1).toString('base64').replace(/=+$/, '')}`
    expect(await saying({ ACH_SFTP_HOST_KEY: other })).toMatch(failsWith('.*[Hh]ost.*'))
    expect(await readdir(join(root, 'out'))).toEqual([])
  })

  it('says that our key is refused', async () => {
    const { saying } = await startBankServer()
    expect(await saying({ ACH_SFTP_KEY_FILE: await anotherKey() })).toMatch(failsWith('.*authentication.*'))
  })

  it.for(['ACH_OUT', 'ACH_IN'] as const)('says that the folder of %s is not there', async (name) => {
    const { root, saying } = await startBankServer()
    const gone = join(root, 'gone')
    expect(await saying({ [name]: gone })).toMatch(failsWith(`.*No such file.*${gone}.*`))
  })

  it('says that its folder can be read and not written', async () => {
    const { root, saying } = await startBankServer()
    // Nobody makes files there, not even root.
    expect(await saying({ ACH_OUT: '/proc' })).toMatch(failsWith('.*/proc/\\.tributary-check.*'))
    expect(await saying({ ACH_OUT: join(root, 'in') })).toMatch(failsWith('ACH_OUT and ACH_IN are the same folder'))
  })
})

const LEFT = 'Free or add space: with less than 64 MB left nothing is written any more.'
const MIN_MB = 2 * 1024

/** The megabytes that it says are left, where the line is right in all else. */
function leftAt(home: string, line: string): number {
  const [, left] = /^FAIL {2}.*: (\d+) MB are left at /.exec(line) ?? []
  expect(line).toBe(`FAIL  ${DISK}: ${left} MB are left at ${home}\n      ${LEFT}`)
  return Number(left)
}

describe.runIf(canMount())('doctor, of the disk of an embedded database', () => {
  it('says that less than 2 GB are left, however large a part of the disk that is', async () => {
    const disk = await mountSmallDisk(4 * MIN_MB)
    const home = join(disk.folder, 'home')
    const saying = () => saidOf(DISK, { TRIBUTARY_HOME: home })
    expect(await saying()).toMatch(new RegExp(`^ok {4}${DISK}\n`))
    disk.resize(MIN_MB)
    const left = leftAt(home, await saying())
    expect(left).toBeGreaterThan(MIN_MB / 2)
    expect(left).toBeLessThan(MIN_MB)
    disk.resize(4 * MIN_MB)
    expect(await saying()).toMatch(/^ok/)
  })

  it.runIf(canMountFiles())('says that less than a twentieth is left, however much that is', async () => {
    const disk = await mountLargeDisk(100 * 1024)
    const home = join(disk.folder, 'home')
    const saying = () => saidOf(DISK, { TRIBUTARY_HOME: home })
    expect(await saying()).toMatch(new RegExp(`^ok {4}${DISK}\n`))
    disk.leave(6 * 1024)
    expect(await saying()).toMatch(/^ok/)
    disk.leave(4 * 1024)
    expect(leftAt(home, await saying())).toBeGreaterThan(MIN_MB)
  })
})
