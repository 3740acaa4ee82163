import type { FastifyRequest } from 'fastify'

/** How much a client wants a type, by its Accept header: 0 to 1; undefined when the type is not named. */
function weightOf(type: string, accept: string): number | undefined {
  const named = accept
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim().toLowerCase()))
    .find(([name]) => name === type)
  if (!named) return undefined
  const weight = named.slice(1).find((piece) => piece.startsWith('q='))
  return weight === undefined ? 1 : Number(weight.slice(2)) || 0
}

/** Whether a person's browser asks: it names HTML, and does not want JSON more. Programs name JSON, or take anything. */
export function wantsPage({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const accept = headers.accept ?? ''
  const html = weightOf('text/html', accept) ?? 0
  return html > 0 && html >= (weightOf('application/json', accept) ?? 0)
}
