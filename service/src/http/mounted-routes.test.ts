import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { trackRoutes } from './mounted-routes.ts'

const handler = async () => 'taken'

async function mounted(...paths: readonly [method: 'GET' | 'POST' | 'PUT', url: string][]) {
  const app = Fastify()
  const routes = trackRoutes(app)
  for (const [method, url] of paths) app.route({ method, url, handler })
  app.setNotFoundHandler((request) => {
    throw routes.refusal(request.method, request.url)
  })
  app.setErrorHandler((error: { status?: number; details?: { headers?: object } }, _request, reply) =>
    reply
      .code(error.status ?? 500)
      .headers(error.details?.headers ?? {})
      .send(),
  )
  return async (method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE', url: string) => {
    const { statusCode, headers } = await app.inject({ method, url })
    return headers.allow === undefined ? statusCode : `${statusCode} ${headers.allow}`
  }
}

it('a path of its own is not read as a name, in whatever order routes were mounted', async () => {
  const call = await mounted(['GET', '/a/:id'], ['PUT', '/a/:id'], ['POST', '/a/all'], ['GET', '/b/:id'])
  expect(await call('POST', '/a/all')).toBe(200)
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE'] as const) expect(await call(method, '/a/all')).toBe('405 POST')
  expect(await call('GET', '/a/%61ll?x=1')).toBe('405 POST')
  for (const path of ['/a/1', '/a/alls', '/b/all']) expect(await call('GET', path)).toBe(200)
  expect(await call('DELETE', '/a/1')).toBe('405 GET, HEAD, PUT')
})

it('a path below a word is not read as one below a name', async () => {
  const call = await mounted(['POST', '/a/:id/:part'], ['GET', '/a/external/:name'])
  expect(await call('POST', '/a/external/x')).toBe('405 GET, HEAD')
  expect(await call('POST', '/a/1/x')).toBe(200)
  expect(await call('GET', '/a/1/x')).toBe('405 POST')
  expect(await call('GET', '/a')).toBe(404)
})
