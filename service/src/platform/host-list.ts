import { StartError } from './start-error.ts'

/** The service writes, so that both mean the same to it. */
const WRITABLE: ReadonlySet<string> = new Set(['read-write', 'primary'])

/** The addresses of one database: the same but for the host. */
export interface HostList {
  readonly urls: readonly string[]
  /** The text of `options`, which the driver would let replace ours. */
  readonly options: string | null
}

/**
 * Splits an address of several hosts, as libpq writes it: `postgres://user:password@a:5432,b:5432/database`, or with
 * folders of sockets `?host=/a,/b`. The driver itself takes one host. `sslmode` has libpq's meaning: `require` encrypts,
 * `verify-full` also checks the certificate.
 */
export function splitHosts(url: string): HostList {
  const [head = '', query = ''] = url.split('?', 2)
  const params = new URLSearchParams(query)
  const options = params.get('options')
  requireWritable(params.get('target_session_attrs'))
  for (const name of ['options', 'target_session_attrs']) params.delete(name)
  if (params.has('sslmode') && !params.has('uselibpqcompat')) params.set('uselibpqcompat', 'true')
  const { start, authority, path } = partsOf(head)
  const hosts = listOf(params.get('host') ?? authority)
  const ports = listOf(params.get('port') ?? '')
  const isNamedByParams = params.has('host')
  const urls = hosts.map((host, nth) => {
    const own = new URLSearchParams(params)
    if (isNamedByParams) own.set('host', host)
    // One port stands for all hosts.
    if (ports.length > 0) own.set('port', ports[nth] ?? (ports[0] as string))
    const rest = own.toString()
    return `${start}${isNamedByParams ? authority : host}${path}${rest ? `?${rest}` : ''}`
  })
  return { urls: urls.length > 0 ? urls : [withParams(head, params)], options }
}

/** An address without its query: scheme and login, the hosts, and the database. */
function partsOf(head: string): { readonly start: string; readonly authority: string; readonly path: string } {
  const login = head.indexOf('://') + 3
  if (login < 3) return { start: head, authority: '', path: '' }
  const slash = head.indexOf('/', login)
  const end = slash < 0 ? head.length : slash
  const hosts = head.lastIndexOf('@', end) + 1 || login
  return { start: head.slice(0, hosts), authority: head.slice(hosts, end), path: head.slice(end) }
}

const withParams = (head: string, params: URLSearchParams): string => {
  const rest = params.toString()
  return rest ? `${head}?${rest}` : head
}

const listOf = (text: string): string[] => (text === '' ? [] : text.split(','))

function requireWritable(wanted: string | null): void {
  if (wanted === null || WRITABLE.has(wanted)) return
  throw new StartError(
    `target_session_attrs of DATABASE_URL must be read-write, not \`${wanted}\`: the service writes.`,
  )
}
