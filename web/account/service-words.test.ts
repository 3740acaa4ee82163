import { expect, it } from 'vitest'
import { speak } from '../ui/words/current.ts'
import { en } from '../ui/words/en/index.ts'
import { es } from '../ui/words/es/index.ts'
import { refusalWords, withdrawalWords } from './service-words.ts'

const BACK = { status: 'returned', note: 'Returned by the bank: account closed (R02)' } as const

it('a withdrawal says in the page’s language how far it is, and in English why it came back', () => {
  speak('en', en)
  expect(withdrawalWords({ status: 'sent', note: 'Sent to the ACH network' })).toBe('Sent to your bank')
  expect(withdrawalWords(BACK)).toBe(BACK.note)
  expect(refusalWords('The amounts were wrong three times.')).toBe('The amounts were wrong three times.')
  speak('es', es)
  expect(withdrawalWords({ status: 'sent', note: 'Sent to the ACH network' })).toBe('Enviado a su banco')
  expect(withdrawalWords(BACK)).toMatch(/^Su banco lo devolvió/)
  expect(refusalWords('The amounts were wrong three times.')).toBe('Los pagos no llegan allí.')
})
