import { errorCodes } from 'fastify'
import { describe, expect, it } from 'vitest'
import { problem } from '../kernel/errors.ts'
import { toProblem } from './problems.ts'

describe('toProblem', () => {
  it.each([
    ['FST_ERR_MAX_PARAM_LENGTH', 404, 'not_found'],
    ['FST_ERR_NOT_FOUND', 404, 'not_found'],
    ['FST_ERR_BAD_URL', 400, 'malformed_request'],
    ['FST_ERR_CTP_BODY_TOO_LARGE', 413, 'body_too_large'],
    ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 415, 'unsupported_media_type'],
    ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 400, 'malformed_request'],
    ['FST_ERR_ROUTE_MISSING_CONTENT_TYPE', 400, 'malformed_request'],
  ] as const)('%s of the framework is %s %s, and the message repeats nothing of the request', (name, status, code) => {
    const found = toProblem(new errorCodes[name]('/a/secret/path'))
    expect(found).toMatchObject({ status, code })
    expect(found.message).not.toContain('secret')
  })

  it('whatever the framework blames on the caller is never our fault', () => {
    for (const FrameworkError of Object.values(errorCodes)) {
      const error = new FrameworkError('x')
      const { status } = toProblem(error)
      expect([error.code, status < 500]).toEqual([error.code, (error.statusCode ?? 500) < 500])
    }
  })

  it('a caller who hangs up in the middle of a body is not a database that is away', () => {
    const error = Object.assign(new Error('aborted'), { code: 'ECONNRESET', statusCode: 400 })
    expect(toProblem(error).code).toBe('malformed_request')
  })

  it.each([new Error('x'), undefined, null, 'x', { statusCode: 500 }, { statusCode: 200 }])(
    '%s is our fault',
    (error) => {
      expect(toProblem(error)).toMatchObject({ status: 500, code: 'internal_error' })
    },
  )

  it.each([
    [16 * 1024, '16 KiB'],
    [1024 * 1024, '1 MiB'],
    [16 * 1024 * 1024, '16 MiB'],
  ])('a body over %i bytes is told of %s', (bytes, limit) => {
    const { message } = toProblem(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE(), bytes)
    expect(message).toBe(`The body is larger than ${limit}, the most this path accepts.`)
  })

  it('a problem stays itself', () => {
    const known = problem('rate_limited', 'Slower.')
    expect(toProblem(known)).toBe(known)
  })
})
