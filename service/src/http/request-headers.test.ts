import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { checkRequestHeaders, routedPath } from './request-headers.ts'

describe('checkRequestHeaders', () => {
  const check = (headers: object, httpVersion = '1.1', rawHeaders = Object.entries(headers).flat()) =>
    checkRequestHeaders({ headers, raw: { httpVersion, rawHeaders } } as FastifyRequest)

  it('a host is needed, except before HTTP/1.1', () => {
    expect(() => check({})).toThrow('no `Host`')
    expect(() => check({}, '1.0')).not.toThrow()
    expect(() => check({ host: 'x' })).not.toThrow()
  })

  it('one host, however its header is written', () => {
    expect(() => check({ host: 'x' }, '1.1', ['Host', 'x', 'Accept', 'host', 'hOST', 'y'])).toThrow(
      'more than one `Host`',
    )
    expect(() => check({ host: 'x' }, '1.0', ['host', 'x', 'host', 'x'])).toThrow('more than one `Host`')
    expect(() => check({ host: 'x' }, '1.1', ['Host', 'x', 'Accept', 'host', 'From', 'host'])).not.toThrow()
  })

  it.each(['x, y', 'x y', 'user@x', 'x/y', '"><script>', 'x:80:90', 'x:port', '[::1', 'x?y'])(
    '%j is no host',
    (host) => {
      expect(() => check({ host })).toThrow('not a host name or address')
    },
  )

  it.each([
    '',
    'x',
    'x:',
    'api.example.com:8443',
    'my_service.svc',
    '127.0.0.1:4000',
    '[::1]:4000',
    '[2001:DB8::1.2.3.4]',
  ])('%j is a host', (host) => {
    expect(() => check({ host })).not.toThrow()
  })

  it.each(['Authorization', 'Content-Type', 'Idempotency-Key'])('%s is given once', (name) => {
    const rawHeaders = ['Host', 'x', name, 'a', name.toLowerCase(), 'a']
    expect(() => check({ host: 'x' }, '1.1', rawHeaders)).toThrow(`more than one \`${name}\``)
    expect(() => check({ host: 'x' }, '1.1', rawHeaders.slice(0, 4))).not.toThrow()
  })

  it('nothing but 100-continue can be expected', () => {
    expect(() => check({ host: 'x', expect: 'tea' })).toThrow('Expect')
    expect(() => check({ host: 'x', expect: '100-Continue' })).not.toThrow()
  })
})

describe('routedPath', () => {
  it.each([
    ['/a/b', '/a/b'],
    ['/a/b?c=/d', '/a/b'],
    ['/a#b', '/a'],
    ['/%61/b', '/a/b'],
    ['/a%2Fb', '/a%2Fb'],
    ['http://example.com/a/b?c', '/a/b'],
    ['/a/%zz', '/a/%zz'],
  ])('%s leads to %s', (url, path) => {
    expect(routedPath(url)).toBe(path)
  })
})
