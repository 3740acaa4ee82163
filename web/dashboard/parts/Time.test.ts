import { expect, it } from 'vitest'
import { formatMinute, inputOf, minuteBefore, momentIn, withMinutes } from './Time.tsx'

const MOMENT = '2026-11-21T12:07:12.675Z'
const SENTENCE = `All 10 attempts since ${MOMENT} have failed.`

it('a sentence that names a moment as programs do is read as people do', () => {
  expect(momentIn(SENTENCE)).toBe(MOMENT)
  expect(withMinutes(SENTENCE)).toBe(`All 10 attempts since ${formatMinute(MOMENT)} have failed.`)
  expect([momentIn('The receiver answered 410 Gone.'), withMinutes('Gone.')]).toEqual([undefined, 'Gone.'])
})

it('a moment put into a field is the same minute when it is read from it', () => {
  expect(new Date(inputOf(MOMENT)).toISOString()).toBe('2026-11-21T12:07:00.000Z')
})

it('a minute before is one', () => {
  expect(minuteBefore('2026-11-21T00:00:12.675Z')).toBe('2026-11-20T23:59:12.675Z')
})
