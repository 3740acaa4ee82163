import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { whenDone } from './when-done.ts'

/** Whether GnuPG is here; the tests that need it are skipped with a message where it is not. */
export const hasGpg = ((): boolean => {
  const found = spawnSync('gpg', ['--version'], { stdio: 'ignore' }).status === 0
  if (!found) process.stderr.write('No gpg is installed: its tests are skipped. On Debian: `apt-get install gnupg`.\n')
  return found
})()

export interface Gpg {
  /** A folder for files of the test. */
  readonly folder: string
  /** Makes a key pair and answers its fingerprint; `made` and `days` say when it expires. */
  makeKey(name: string, more?: { readonly passphrase?: string; readonly made?: string; readonly days?: number }): string
  /** Files with the keys of these names; the private ones of one passphrase. */
  publicKeys(...names: string[]): string
  privateKey(name: string, passphrase?: string): string
  encrypt(text: string, to: string, more?: readonly string[]): Buffer
  /** What it opens, and what it says of the signature. */
  decrypt(bytes: Buffer): { readonly text: string; readonly said: string }
}

/** A GnuPG with a keyring of its own: the bank's side, or the person who makes our keys. */
export function startGpg(): Gpg {
  const home = mkdtempSync(join(tmpdir(), 'gpg-'))
  let serial = 0
  const file = (bytes: Buffer | string, end = 'asc'): string => {
    const path = join(home, `file-${++serial}.${end}`)
    writeFileSync(path, bytes, { mode: 0o600 })
    return path
  }
  const gpg = (args: readonly string[], input?: Buffer | string): Buffer =>
    execFileSync('gpg', ['--homedir', home, '--batch', '--yes', '--quiet', '--trust-model', 'always', ...args], {
      ...(input === undefined ? {} : { input }),
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  whenDone(async () => {
    spawnSync('gpgconf', ['--homedir', home, '--kill', 'all'], { stdio: 'ignore' })
    rmSync(home, { recursive: true, force: true })
  })
  return {
    folder: home,
    makeKey(name, { passphrase = '', made, days = 365 } = {}) {
      const order = [
        ...['Key-Type: RSA', 'Key-Length: 2048', 'Key-Usage: sign'],
        ...['Subkey-Type: RSA', 'Subkey-Length: 2048', 'Subkey-Usage: encrypt'],
        ...[`Name-Real: ${name}`, `Expire-Date: ${days}d`],
        passphrase === '' ? '%no-protection' : `Passphrase: ${passphrase}`,
        ...(made === undefined ? [] : [`Creation-Date: ${made}`]),
        '%commit',
      ]
      gpg(['--pinentry-mode', 'loopback', '--generate-key'], `${order.join('\n')}\n`)
      const listed = gpg(['--with-colons', '--list-keys', name]).toString()
      return /^fpr:+(\w+):/m.exec(listed)?.[1] ?? ''
    },
    publicKeys: (...names) => file(Buffer.concat(names.map((name) => gpg(['--armor', '--export', name])))),
    privateKey: (name, passphrase = '') =>
      file(gpg(['--pinentry-mode', 'loopback', '--passphrase', passphrase, '--export-secret-keys', name]), 'key'),
    encrypt: (text, to, more = []) => gpg(['--recipient', to, ...more, '--encrypt'], text),
    decrypt(bytes) {
      const opened = join(home, `opened-${++serial}`)
      const { status, stderr } = spawnSync(
        'gpg',
        ['--homedir', home, '--batch', '--trust-model', 'always', '--output', opened, '--decrypt', file(bytes, 'pgp')],
        { stdio: 'pipe' },
      )
      if (status !== 0) throw new Error(stderr.toString())
      return { text: readFileSync(opened, 'latin1'), said: stderr.toString() }
    },
  }
}
