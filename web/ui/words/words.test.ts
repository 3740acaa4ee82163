import { describe, expect, it } from 'vitest'
import { preferredLanguage, speak, t } from './current.ts'
import { en } from './en/index.ts'
import { es } from './es/index.ts'

const placeholders = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
const distinct = (names: readonly string[]): string[] => [...new Set(names)].sort()

describe('the texts of the pages', () => {
  it('are the same in English and Spanish: no key is missing, and none is left over', () => {
    expect(Object.keys(en).length).toBeGreaterThan(300)
    expect(Object.keys(es).sort()).toEqual(Object.keys(en).sort())
  })

  it('fill the same placeholders in both', () => {
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect([key, distinct(placeholders(es[key]))]).toEqual([key, distinct(placeholders(en[key]))])
    }
  })

  it('say something, and are not the English ones left in place', () => {
    const equal = (Object.keys(en) as (keyof typeof en)[]).filter((key) => (es[key] as string) === en[key])
    expect(equal).toEqual([])
    for (const text of Object.values(es)) expect(text.trim()).not.toBe('')
  })

  it('are filled in by name', () => {
    speak('en', en)
    expect(t('done.paid', { name: '$& Co {name}' })).toBe('$& Co {name} can now pay you.')
    speak('es', es)
    expect(t('progress.step', { step: 2, steps: 9 })).toBe('Paso 2 de 9')
  })
})

describe('the language of a page', () => {
  it.each([
    [['es-MX', 'en'], 'es'],
    [['fr-CA', 'es', 'en'], 'es'],
    [['en-GB', 'es'], 'en'],
    [['de', 'fr'], 'en'],
    [['est'], 'en'],
    [[], 'en'],
  ] as const)('with the languages %j is %s', (languages, expected) => {
    expect(preferredLanguage(languages)).toBe(expected)
  })
})
