import { describe, expect, it } from 'vitest'
import { fromUtf8, toUtf8, utf8Json } from './utf8.ts'

const VIEWS: Record<string, object> = {
  ascii: { id: 'pay_1', amount_in_cents: 12_500, activity: [{ entry: 'Created' }], paid: true, ends: null },
  'a text beyond ASCII': { destination: 'Checking ••••6789', description: 'Café' },
  'text in a list': { activity: ['Created', 'Zahlung über ½', 'Sent'] },
  'names of fields': { user_data: { größe: 1, 名前: 'x', plain: 'ñ' } },
  'nested values': { user_data: { a: { b: [{ c: '💸 “quoted” \\ \n' }] } } },
  'names of the language': JSON.parse('{"user_data":{"__proto__":"é","constructor":"ü"}}') as object,
}

describe('a JSON text in UTF-8', () => {
  it.each(Object.entries(VIEWS))('has the bytes of the text: %s', (_name, view) => {
    expect(Buffer.from(utf8Json(view), 'latin1')).toEqual(Buffer.from(JSON.stringify(view)))
  })

  it('leaves the view as it was', () => {
    const view = { destination: '••••6789', user_data: { größe: ['ü'] }, activity: ['é'] }
    utf8Json(view)
    expect(view).toEqual({ destination: '••••6789', user_data: { größe: ['ü'] }, activity: ['é'] })
  })

  it('reads each value a few times, however deep it lies among names beyond ASCII', () => {
    let reads = 0
    let view: object = {
      get deepest() {
        reads++
        return 'é'
      },
    }
    for (let depth = 0; depth < 12; depth++) view = { a: view, é: 1 }
    view = { user_data: view }
    const text = JSON.stringify(view)
    reads = 0
    expect(fromUtf8(utf8Json(view))).toBe(text)
    expect(reads).toBeLessThan(10)
  })

  it('is read back', () => {
    for (const view of Object.values(VIEWS)) {
      const text = JSON.stringify(view)
      expect(fromUtf8(toUtf8(text))).toBe(text)
      expect(toUtf8(text)).toBe(utf8Json(view))
    }
  })
})
