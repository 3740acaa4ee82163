import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FORMATS } from '../../http/formats.ts'
import { bankName } from './bank-names.ts'

it('every routing number we know by name has a right check digit', async () => {
  const source = await readFile(join(import.meta.dirname, 'bank-names.ts'), 'utf8')
  const numbers = source.match(/\d{9}/g) ?? []
  expect(numbers.length).toBeGreaterThan(20)
  expect(numbers.filter((number) => !FORMATS['us-routing-number']?.test(number))).toEqual([])
  expect(bankName('021000021')).toBe('JPMorgan Chase Bank')
  expect(bankName('011000015')).toBeNull()
})
