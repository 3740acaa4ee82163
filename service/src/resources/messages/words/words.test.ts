import { describe, expect, it } from 'vitest'
import { en, type Key } from './en.ts'
import { es } from './es.ts'
import { sayIn } from './index.ts'
import { reasonIn } from './reasons.ts'

const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string))].sort()

describe('the texts of mails to creators', () => {
  it('are the same in English and Spanish, and fill the same placeholders', () => {
    expect(Object.keys(es).sort()).toEqual(Object.keys(en).sort())
    for (const key of Object.keys(en) as Key[]) {
      expect([key, placeholders(es[key])]).toEqual([key, placeholders(en[key])])
      expect([key, (es[key] as string) === en[key]]).toEqual([key, false])
    }
  })

  it('say why a bank sent a payment back in the language of the mail, or not at all', () => {
    expect(reasonIn('en', 'account closed')).toBe('account closed')
    expect(reasonIn('es', 'account closed')).toBe('la cuenta está cerrada')
    expect(reasonIn('es', 'Returned by the bank: no account (R03)')).toBe('no existe esa cuenta')
    expect(reasonIn('es', 'Failed: the bank cannot be reached')).toBeUndefined()
  })

  it('are filled once: a name that looks like a placeholder stays a name', () => {
    expect(sayIn('es')('hello', { name: '{text}', text: '$&' })).toBe('Hola, {text}. $&')
  })
})
