import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a proof looks at whatever came
  readonly body: any
}

export interface Request {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly key?: string | undefined
}

/** An enterprise's program, over connections that are kept. No answer is an error: what came of it is not known. */
export type Client = (request: Request) => Promise<Answer>

export interface ClientOptions {
  readonly base: string
  readonly apiKey: string
  readonly connections?: number
  readonly timeoutMs?: number
}

export function createClient({ base, apiKey, connections = 64, timeoutMs = 30_000 }: ClientOptions): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`
  const { hostname: host, port, pathname } = new URL(base)
  return ({ method, path, body, key }) =>
    new Promise((resolve, reject) => {
      const payload = body === undefined ? undefined : JSON.stringify(body)
      const headers = {
        authorization,
        ...(payload === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      }
      const options = { agent, host, port, method, path: pathname + path, headers, timeout: timeoutMs }
      const asked = request(options, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          const isJson = response.headers['content-type']?.includes('json')
          const body = isJson && text ? JSON.parse(text) : text
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body })
        })
      })
      asked.on('timeout', () => asked.destroy(new Error(`no answer to ${method} ${path} within ${timeoutMs} ms`)))
      asked.on('error', reject)
      asked.end(payload)
    })
}
