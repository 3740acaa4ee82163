import { expect, it } from 'vitest'
import { deeds, deedWords } from './deeds.ts'

it('what somebody did is said in words, and one that is not known as it is called', () => {
  expect(deedWords('session.signed_in')).toBe('Signed in')
  expect(deedWords('moon.landed_on')).toBe('Moon: landed on')
  expect(deedWords('session.refused')).toBe('Was refused')
  expect(deedWords('password.changed.refused')).toBe('Changed the password: refused')
  expect(deedWords('moon.landed_on.refused')).toBe('Moon: landed on: refused')
  // Two deeds of the same words could not be told apart in a filter.
  expect(new Set(deeds.map(deedWords)).size).toBe(deeds.length)
})
