import { describe, expect, it } from 'vitest'
import { CATALOGUE, Problem, type ProblemCode, problem, unavailable, validationFailed } from './errors.ts'

const CODES = Object.keys(CATALOGUE) as ProblemCode[]

describe('the catalogue', () => {
  it.each(CODES)('%s has an error status and a sentence that says what it means', (code) => {
    const { status, means } = CATALOGUE[code]
    expect(code).toMatch(/^[a-z][a-z0-9]*(_[a-z]+)*$/)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(600)
    expect(means).toMatch(/^[A-Z].*\.$/)
  })

  it.each(CODES)('a problem with code %s answers with the status of the catalogue', (code) => {
    const thrown = problem(code, 'Why.')
    expect(thrown).toBeInstanceOf(Problem)
    expect(thrown).toMatchObject({
      code,
      status: CATALOGUE[code].status,
      message: 'Why.',
      details: { message: 'Why.' },
    })
  })
})

describe('problem', () => {
  it('what a problem carries beyond its sentence is kept', () => {
    const details = { message: 'Taken.', existing_id: 'wh_1' }
    expect(problem('webhook_exists', details).details).toEqual(details)
  })

  it('a service that is unavailable says when to come back', () => {
    expect(unavailable('Busy.')).toMatchObject({ status: 503, details: { headers: { 'retry-after': '1' } } })
  })
})

describe('validationFailed', () => {
  const faults = ['amount_in_cents', 'email', 'date'].map((param) => ({
    param,
    code: 'required',
    message: 'is required',
  }))

  it.each([
    [1, '`amount_in_cents` is required.'],
    [2, '`amount_in_cents` is required, and 1 more fault.'],
    [3, '`amount_in_cents` is required, and 2 more faults.'],
  ])('with %s faults the message names the first and counts the rest', (count, message) => {
    expect(validationFailed(faults.slice(0, count))).toMatchObject({
      code: 'validation_failed',
      status: 400,
      message,
      details: { errors: faults.slice(0, count) },
    })
  })

  it('a fault without a parameter is still a sentence', () => {
    expect(validationFailed([{ param: '', code: 'too_deep', message: 'must be flat' }]).message).toBe('Must be flat.')
  })

  it('no fault at all is still a sentence', () => {
    expect(validationFailed([]).message).toBe('The request is not valid.')
  })
})
