import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The first byte of a TLS handshake. No HTTP request begins with it. */
const TLS_HANDSHAKE = 0x16
const FIRST_BYTE_MS = 15_000
/** Lifetime of a plain HTTP connection. Every request on it is refused at once, so this is ample. */
const PLAIN_MS = 15_000

/**
 * Accepts plain HTTP on the TLS port, so that a caller who sends a key there by mistake gets an error that says so, and
 * the key is flagged. A failed TLS handshake would do neither.
 */
export function acceptPlainHttp(server: Server): void {
  const secure = server.listeners('connection')
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    response.shouldKeepAlive = false
    server.emit('request', request, response)
  }
  const plain = createServer(answer)
  // Node would ask for the body, which would cross the network only to be refused.
  plain.on('checkContinue', answer)
  plain.on('clientError', (error, socket) => server.emit('clientError', error, socket))
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const destroy = (): void => void socket.destroy()
    socket.on('error', destroy)
    const silence = setTimeout(destroy, FIRST_BYTE_MS)
    socket.once('close', () => clearTimeout(silence))
    socket.once('readable', () => {
      clearTimeout(silence)
      const first = socket.read(1) as Buffer | null
      if (first === null) return destroy()
      socket.unshift(first)
      socket.off('error', destroy)
      if (first[0] === TLS_HANDSHAKE) for (const listen of secure) listen.call(server, socket)
      else {
        const end = setTimeout(destroy, PLAIN_MS)
        socket.once('close', () => clearTimeout(end))
        plain.emit('connection', socket)
      }
    })
  })
}
