import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An enterprise's receiver of webhooks: remembers which events it got. */
export interface Hook {
  readonly url: string
  readonly got: Set<string>
  calls(): number
  close(): Promise<void>
}

export async function openHook(): Promise<Hook> {
  const got = new Set<string>()
  let calls = 0
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      calls++
      got.add(String(request.headers['webhook-id']))
      response.writeHead(200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    got,
    calls: () => calls,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
