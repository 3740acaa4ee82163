import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../kernel/errors.ts'
import type { Api } from './server.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const COMPRESSED = /^(?:text\/|application\/json|image\/svg)/

type Encoding = 'br' | 'gzip'
const ENCODERS: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
}

interface File {
  readonly type: string
  readonly bytes: Buffer
  /** Compressed contents, made at the first request for them. */
  readonly encoded: Map<Encoding, Promise<Buffer>>
}

/** The built pages: a few files, read once at start and served from memory. */
export interface Pages {
  /** Sends the page in that folder, e.g. `connect`, with the headers of its policy. */
  sendPage(request: FastifyRequest, reply: FastifyReply, name: string, policy: PagePolicy): Promise<FastifyReply>
  /** Sends a script, style or font. Its name holds a hash of its contents, so it is cached forever. Undefined when absent. */
  sendAsset(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> | undefined
  /** The HTML of the page in that folder, for a page whose parts the service fills in. */
  template(name: string): string
  /** Sends a text that the service made. It is compressed once per name. */
  sendText(request: FastifyRequest, reply: FastifyReply, text: NamedText, policy: PagePolicy): Promise<FastifyReply>
}

export interface NamedText {
  readonly name: string
  readonly type: string
  readonly text: string
}

export interface PagePolicy {
  /** The value of `frame-ancestors`. */
  readonly frameAncestors: string
  readonly status?: number
  /** The value of `frame-src`: the origins that the page may frame. None, when absent. */
  readonly frames?: string
  /** Hosts of the card processor whose fields the card form embeds. */
  readonly processor?: readonly string[]
}

const hosts = (directive: string, more: readonly string[]): string => [directive, ...more].join(' ')

const policyHeader = ({ frameAncestors, frames, processor = [] }: PagePolicy): string =>
  [
    "default-src 'none'",
    hosts("script-src 'self'", processor),
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    hosts("connect-src 'self'", processor),
    ...(processor.length > 0 ? [hosts('frame-src', processor)] : []),
    ...(frames ? [`frame-src ${frames}`] : []),
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tributary</title>
<h1>The pages have not been built</h1><p>Run <code>npm run build:web</code>, then start the service again.</p></html>
`

export async function readPages(folder: string): Promise<Pages> {
  const files = await readFiles(folder)
  const texts = new Map<string, File>()
  return {
    async sendPage(request, reply, name, policy) {
      const file = files.get(`${name}/index.html`)
      setPolicy(reply, policy)
      if (!file)
        return reply
          .code(503)
          .header('retry-after', '60')
          .type(TYPES['.html'] as string)
          .send(NOT_BUILT)
      return send(request, reply.code(policy.status ?? 200), file)
    },
    sendAsset(request, reply, path) {
      const file = files.get(`assets/${path}`)
      if (!file) return undefined
      return send(request, reply.header('cache-control', 'public, max-age=31536000, immutable'), file)
    },
    template: (name) => files.get(`${name}/index.html`)?.bytes.toString() ?? NOT_BUILT,
    sendText(request, reply, { name, type, text }, policy) {
      const file = texts.get(name) ?? { type, bytes: Buffer.from(text), encoded: new Map() }
      texts.set(name, file)
      setPolicy(reply, policy)
      return send(request, reply, file)
    },
  }
}

function setPolicy(reply: FastifyReply, policy: PagePolicy): void {
  reply
    .header('content-security-policy', policyHeader(policy))
    .header('referrer-policy', 'no-referrer')
    .header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
  if (policy.frameAncestors === "'none'") reply.header('x-frame-options', 'DENY')
}

export function assetRoutes(api: Api, pages: Pages): void {
  api.get('/assets/*', { schema: { hide: true } }, (request, reply) => {
    const sent = pages.sendAsset(request, reply, (request.params as { '*': string })['*'])
    if (!sent) throw problem('not_found', 'The path does not exist.')
    return sent
  })
}

async function readFiles(folder: string): Promise<Map<string, File>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  const read = names.map(async (name): Promise<[string, File]> => {
    const type = TYPES[extname(name)] ?? 'application/octet-stream'
    return [name.split(sep).join('/'), { type, bytes: await readFile(join(folder, name)), encoded: new Map() }]
  })
  return new Map(await Promise.all(read))
}

async function send(request: FastifyRequest, reply: FastifyReply, file: File): Promise<FastifyReply> {
  const varies = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ')
  reply.type(file.type).header('vary', varies)
  const encoding = COMPRESSED.test(file.type) ? accepted(request.headers['accept-encoding']) : undefined
  if (!encoding) return reply.send(file.bytes)
  const made = file.encoded.get(encoding) ?? ENCODERS[encoding](file.bytes)
  file.encoded.set(encoding, made)
  return reply.header('content-encoding', encoding).send(await made)
}

function accepted(header: string | string[] | undefined): Encoding | undefined {
  const offered = String(header ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';', 1)[0])
  return (['br', 'gzip'] as const).find((encoding) => offered.includes(encoding))
}
