import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'

/** How a TLS connection begins. No HTTP request does. */
const HANDSHAKE = 0x16
const FIRST_BYTE_MS = 15_000
/** Every request over plain HTTP is refused at once: nobody needs longer. */
const PLAIN_MS = 15_000

/**
 * Takes plain HTTP on the port of TLS too. Whoever sends a key there by mistake is told so, and the key is flagged; a
 * handshake that fails would tell nobody.
 */
export function takePlainHttp(server: Server): void {
  const secure = server.listeners('connection')
  const plain = createServer((request, response) => {
    response.shouldKeepAlive = false
    server.emit('request', request, response)
  })
  plain.on('clientError', (error, socket) => server.emit('clientError', error, socket))
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const gone = (): void => void socket.destroy()
    socket.on('error', gone)
    const silence = setTimeout(gone, FIRST_BYTE_MS)
    socket.once('close', () => clearTimeout(silence))
    socket.once('readable', () => {
      clearTimeout(silence)
      const first = socket.read(1) as Buffer | null
      if (first === null) return gone()
      socket.unshift(first)
      socket.off('error', gone)
      if (first[0] === HANDSHAKE) for (const listen of secure) listen.call(server, socket)
      else {
        const end = setTimeout(gone, PLAIN_MS)
        socket.once('close', () => clearTimeout(end))
        plain.emit('connection', socket)
      }
    })
  })
}
