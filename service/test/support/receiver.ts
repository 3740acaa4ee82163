import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** One call of a webhook, as it came. */
export interface Call {
  readonly headers: IncomingHttpHeaders
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
  readonly body: any
  readonly url: string
  /** When it came, by this machine's clock. */
  readonly at: number
}

type Answer = number | ((call: Call, response: ServerResponse, nth: number) => void | Promise<void>)

export interface Receiver {
  readonly url: string
  readonly port: number
  readonly calls: Call[]
  /** Connections made to it so far. */
  connections(): number
  /** How it answers from now on: a status, or anything. */
  answer(how: Answer): void
  close(): Promise<void>
}

async function readBody(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await Array.fromAsync(request)).toString()
}

/** A real server that an enterprise would run: it keeps what came and answers as it is told. */
export async function startReceiver(first: Answer = 200, host = '127.0.0.1'): Promise<Receiver> {
  const calls: Call[] = []
  let how = first
  let made = 0
  const server = createServer(async (request, response) => {
    const text = await readBody(request).catch(() => undefined)
    if (text === undefined) return
    const body = text.startsWith('{') ? JSON.parse(text) : undefined
    const call = { headers: request.headers, text, body, url: request.url ?? '', at: Date.now() }
    calls.push(call)
    if (typeof how === 'number') response.writeHead(how).end()
    else await how(call, response, calls.length)
  })
  server.on('connection', () => made++)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(close)
  return {
    url: `http://${host}:${port}/hook`,
    port,
    calls,
    connections: () => made,
    answer(next) {
      how = next
    },
    close,
  }
}
