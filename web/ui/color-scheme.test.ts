import { expect, it } from 'vitest'
import { colorSchemeOf } from './color-scheme.ts'

it.each([
  [false, '', 'auto'],
  [true, '', 'light'],
  [true, '?theme=dark', 'dark'],
  [true, '?theme=auto', 'auto'],
  [true, '?theme=pink', 'light'],
  [false, '?theme=light', 'light'],
])('a page that is framed (%s) at the query “%s” is %s', (isFramed, search, scheme) => {
  expect(colorSchemeOf({ isFramed, search })).toBe(scheme)
})
