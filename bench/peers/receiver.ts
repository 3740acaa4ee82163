import { createServer } from 'node:http'

/** What an enterprise would run, as cheap as it can be: keeps when each notification came, and answers. */
const SLOW_MS = 14_000
let seen: [n: number, at: number][] = []

const server = createServer((request, response) => {
  const at = performance.timeOrigin + performance.now()
  if (request.method === 'GET') {
    response.end(JSON.stringify(seen))
    seen = []
    return
  }
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (request.url === '/slow') return void setTimeout(() => response.end(), SLOW_MS)
    const n = /"n":(\d+)/.exec(Buffer.concat(chunks).toString())?.[1]
    seen.push([Number(n), at])
    response.end()
  })
})

server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`listening 127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
