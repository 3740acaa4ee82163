import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Environment } from '../kernel/environment.ts'
import { type Problem, problem } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { toErrorBody } from './problems.ts'
import { securityHeaders } from './security-headers.ts'

const PROBLEMS: Record<string, () => Problem> = {
  HPE_HEADER_OVERFLOW: () =>
    problem('headers_too_large', 'The request headers are larger than 16 KiB; send fewer or shorter headers.'),
  ERR_HTTP_REQUEST_TIMEOUT: () => problem('request_timeout', 'The request did not arrive in time; send it again.'),
}

/** Answers malformed HTTP directly on the socket, because it never reaches a route. The body has the usual shape. */
export function answerClientError(
  environment: Environment,
): (error: Error & { code?: string; rawPacket?: unknown }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const found = PROBLEMS[error.code ?? '']?.() ?? problem('malformed_request', 'The request is not well-formed HTTP.')
    // An answer to HEAD has no body: the client would read it as the next answer.
    const { rawPacket } = error
    const isHead = Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, 5) === 'HEAD '
    socket.end(toHttp(found, securityHeaders(environment, 'encrypted' in socket), isHead))
  }
}

function toHttp(found: Problem, headers: Record<string, string>, isHead: boolean): string {
  const requestId = newId('request')
  const body = JSON.stringify(toErrorBody(found, requestId))
  return [
    `HTTP/1.1 ${found.status} ${STATUS_CODES[found.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Request-Id: ${requestId}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    '',
    isHead ? '' : body,
  ].join('\r\n')
}
