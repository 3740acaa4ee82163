import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP, type LookupFunction } from 'node:net'

export interface NameLookupOptions {
  /** Name servers as `address:port`; the machine's, when absent. */
  readonly servers?: readonly string[]
}

export interface NameLookup {
  readonly lookup: LookupFunction
  /** Ends all queries under way at once. */
  cancel(): void
}

interface Address {
  readonly address: string
  readonly family: number
}

const TIMEOUT_MS = 2_000
const TRIES = 2
const HOSTS_FILE = '/etc/hosts'

/**
 * Asks the name servers without the threads of the system's own look-up, which are four: four names without an answer
 * would keep every other look-up waiting. Each name is asked for once at a time.
 */
export function createNameLookup({ servers }: NameLookupOptions = {}): NameLookup {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (servers) resolver.setServers(servers)
  const asked = new Map<string, Promise<Address[]>>()

  async function ask(name: string): Promise<Address[]> {
    const known = await readHosts(name)
    if (known.length > 0) return known
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const found = [...addressesOf(four, 4), ...addressesOf(six, 6)]
    if (found.length > 0) return found
    const isUnknown = [four, six].every((answer) => NO_SUCH_NAME.has(codeOf(answer)))
    throw Object.assign(new Error(`no address of ${name}`), { code: isUnknown ? 'ENOTFOUND' : 'EAI_AGAIN' })
  }

  function askOnce(name: string): Promise<Address[]> {
    const running = asked.get(name)
    if (running) return running
    const started = ask(name).finally(() => asked.delete(name))
    asked.set(name, started)
    return started
  }

  return {
    lookup: (hostname, _options, done) => {
      askOnce(hostname.toLowerCase().replace(/\.$/, '')).then(
        (found) => done(null, found),
        (error) => done(error, []),
      )
    },
    cancel: () => resolver.cancel(),
  }
}

const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA'])

const codeOf = (answer: PromiseSettledResult<string[]>): string =>
  answer.status === 'rejected' ? String(answer.reason?.code) : ''

const addressesOf = (answer: PromiseSettledResult<string[]>, family: number): Address[] =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []

const LOOPBACK: readonly Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** Names that no name server is asked for. */
async function readHosts(name: string): Promise<Address[]> {
  if (name === 'localhost' || name.endsWith('.localhost')) return [...LOOPBACK]
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    const family = isIP(address)
    return family !== 0 && names.some((one) => one.toLowerCase() === name) ? [{ address, family }] : []
  })
}
