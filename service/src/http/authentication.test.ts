import type { FastifyRequest } from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { authenticate, readKey } from './authentication.ts'

const basic = (text: string, scheme = 'Basic'): string => `${scheme} ${Buffer.from(text).toString('base64')}`

describe('readKey', () => {
  it.each([
    ['as curl sends it', basic('sk_sandbox_abc:')],
    ['with the scheme in small letters', basic('sk_sandbox_abc:', 'basic')],
    ['with more than one space', basic('sk_sandbox_abc:').replace(' ', '  ')],
    ['without padding', basic('sk_sandbox_abc:').replace(/=+$/, '')],
  ])('the key is read %s', (_how, header) => {
    expect(readKey(header)).toBe('sk_sandbox_abc')
  })

  it('a header that was read before gives its own key, however many came since', () => {
    const headers = Array.from(
      { length: 1_200 },
      (_, nth) => [`sk_sandbox_${nth}`, basic(`sk_sandbox_${nth}:`)] as const,
    )
    for (const [key, header] of [...headers, ...headers]) expect(readKey(header)).toBe(key)
  })

  it('the URL-safe alphabet of base64 is read too', () => {
    const header = `Basic ${Buffer.from('sk_??>>ÿ:').toString('base64url')}`
    expect(header).toMatch(/[-_]/)
    expect(readKey(header)).toBe('sk_??>>ÿ')
  })

  it.each([
    ['no header', undefined, 'No Authorization header'],
    ['an empty header', '', 'The Authorization header is not Basic'],
    ['a bearer token', 'Bearer sk_sandbox_abc', 'The Authorization header is not Basic'],
    ['a bare key', 'sk_sandbox_abc', 'The Authorization header is not Basic'],
    ['a scheme alone', 'Basic', 'The Basic credential is not base64'],
    ['a key that was not encoded', 'Basic sk_sandbox_abc:', 'The Basic credential is not base64'],
    ['two credentials', `${basic('a:')}, ${basic('b:')}`, 'The Basic credential is not base64'],
    ['padding alone', 'Basic ==', 'The Basic credential is not base64'],
    ['a key without a colon', basic('sk_sandbox_abc'), 'The Basic credential has no colon'],
    ['a password', basic('sk_sandbox_abc:secret'), 'The password of the Basic credential is not empty'],
    ['a second colon', basic('sk_sandbox_abc::'), 'The password of the Basic credential is not empty'],
    ['the key as password', basic(':sk_sandbox_abc'), 'The password of the Basic credential is not empty'],
    ['a colon alone', basic(':'), 'The Basic credential has no user name'],
  ])('%s is refused with what is wrong, how to do it, and nothing of the credential', (_what, header, message) => {
    try {
      readKey(header)
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({
        code: 'unauthorized',
        status: 401,
        message: `${message}; send \`Authorization: Basic\` with base64 of \`<API_KEY>:\`, the key as user name and an empty password.`,
        details: { headers: { 'www-authenticate': 'Basic realm="enterprise"' } },
      })
    }
  })
})

describe('authenticate', () => {
  const request = (key: string) => ({ raw: {}, headers: { authorization: basic(`${key}:`) } }) as FastifyRequest

  it.each([
    ['longer than any key', `sk_sandbox_${'a'.repeat(246)}`],
    ['without the mark of a key', 'sandbox_abc'],
  ])('what is %s is unknown, and nobody is asked', (_what, key) => {
    const findCaller = vi.fn()
    expect(() => authenticate(request(key), findCaller)).toThrow('This API key is unknown')
    expect(findCaller).not.toHaveBeenCalled()
  })

  it('anything that could be a key is asked for', async () => {
    const findCaller = vi.fn(async () => ({ reason: 'revoked' }) as const)
    const key = `sk_sandbox_${'a'.repeat(245)}`
    await expect(authenticate(request(key), findCaller)).rejects.toThrow('was revoked')
    expect(findCaller).toHaveBeenCalledExactlyOnceWith(key, expect.anything())
  })
})
