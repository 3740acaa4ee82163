import { describe, expect, it } from 'vitest'
import { sandboxIdentity } from './sandbox.ts'

const verdict = (first_name: string, last_name: string) =>
  sandboxIdentity.check({ first_name, last_name, date_of_birth: '1990-01-31', ssn: '123-45-6789' }, 'key')

describe('the check of a person in sandbox', () => {
  it.each([
    ['Alice', 'Alison', 'passed'],
    [' alice ', 'ALISON', 'passed'],
    ['Alice', 'Review', 'review'],
    ['Bob', 'review', 'review'],
    ['Alice', 'Other', 'failed'],
    ['Bob', 'Alison', 'failed'],
  ])('%s %s: %s', async (first, last, expected) => expect(await verdict(first, last)).toBe(expected))
})
