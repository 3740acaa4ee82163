import { createHash, timingSafeEqual } from 'node:crypto'
import { posix } from 'node:path'
import SftpClient from 'ssh2-sftp-client'
import { type BankFolders, UPLOAD_MODE } from './port.ts'

export interface SftpSettings {
  readonly host: string
  readonly port: number
  readonly username: string
  /** Either `password` or `privateKey` is set. */
  readonly password?: string
  readonly privateKey?: string
  /** Opens `privateKey`, where it is locked. */
  readonly passphrase?: string
  /** The host key's fingerprint as `ssh-keygen -l` prints it, `SHA256:` and base64. Any other host key ends the connection. */
  readonly hostKey: string
  readonly out: string
  readonly in: string
}

const READY_MS = 20_000

const UPLOAD_OPTIONS = { writeStreamOptions: { mode: UPLOAD_MODE } }

/** Whether the key that a host presents is the pinned one. */
export function isPinned(hostKey: string, shown: Buffer): boolean {
  const pinned = Buffer.from(hostKey.replace(/^SHA256:/, ''), 'base64')
  const hash = createHash('sha256').update(shown).digest()
  return pinned.length === hash.length && timingSafeEqual(pinned, hash)
}

/** The bank's folders over SFTP. Connects when first needed, and again after a fault. */
export function sftpTransport(settings: SftpSettings): BankFolders {
  let connected: Promise<SftpClient> | undefined
  const outPath = (name: string): string => posix.join(settings.out, name)
  const inPath = (name: string): string => posix.join(settings.in, name)

  function connect(): Promise<SftpClient> {
    // A connection that breaks while idle is dropped, and the next call opens another.
    const forget = (): void => {
      if (connected === opening) connected = undefined
    }
    const client = new SftpClient('tributary', { error: forget, end: forget, close: forget })
    const settled = client.connect({
      host: settings.host,
      port: settings.port,
      username: settings.username,
      ...(settings.password === undefined ? {} : { password: settings.password }),
      ...(settings.privateKey === undefined ? {} : { privateKey: settings.privateKey }),
      ...(settings.passphrase === undefined ? {} : { passphrase: settings.passphrase }),
      hostVerifier: (shown: Buffer) => isPinned(settings.hostKey, shown),
      readyTimeout: READY_MS,
    })
    const opening = settled.then(() => client)
    return opening
  }

  async function using<T>(work: (client: SftpClient) => Promise<T>): Promise<T> {
    connected ??= connect()
    try {
      return await work(await connected)
    } catch (error) {
      const broken = connected
      connected = undefined
      await broken?.then((client) => client.end()).catch(() => {})
      throw error
    }
  }

  return {
    readOut: (name) =>
      using(async (client) => {
        if ((await client.exists(outPath(name))) !== false) return (await client.get(outPath(name))) as Buffer
        // A missing folder must not look like a missing file: this list fails then.
        await client.list(settings.out)
        return undefined
      }),
    writeOut: (name, bytes) => using(async (client) => void (await client.put(bytes, outPath(name), UPLOAD_OPTIONS))),
    renameOut: (from, to) => using(async (client) => void (await client.rename(outPath(from), outPath(to)))),
    listOut: () => using(async (client) => (await client.list(settings.out)).map(({ name }) => name)),
    removeOut: (name) => using(async (client) => void (await client.delete(outPath(name), true))),
    listIn: () =>
      using(async (client) =>
        (await client.list(settings.in))
          .filter(({ type, name }) => type === '-' && !name.startsWith('.'))
          .map(({ name, size, modifyTime }) => ({ name, size, modifiedMs: modifyTime })),
      ),
    readIn: (name) => using(async (client) => (await client.get(inPath(name))) as Buffer),
    async close() {
      const open = connected
      connected = undefined
      await open?.then((client) => client.end()).catch(() => {})
    },
  }
}
