import { describe, expect, it } from 'vitest'
import { figure, shown, wanted } from './report.ts'

describe('figures', () => {
  it.each([
    [0, '0'],
    [0.04521, '0.0452'],
    [0.486, '0.486'],
    [2.8681, '2.87'],
    [5.8, '5.80'],
    [92.14, '92.1'],
    [391.4, '391'],
    [25_983.4, '25,983'],
    [1_000_000, '1,000,000'],
  ])('%s is said as %s', (value, text) => {
    expect(figure(value)).toBe(text)
  })

  it.each([
    [{ value: 0.04521, atLeast: 0.05 }, '0.0452', 'at least 0.05'],
    [{ value: 0.049999, atLeast: 0.05 }, '0.049999', 'at least 0.05'],
    [{ value: 0.05, atLeast: 0.05 }, '0.0500', 'at least 0.05'],
    [{ value: 300.2, atMost: 300 }, '300.2', 'at most 300'],
    [{ value: 1_499.8, atLeast: 1_500 }, '1,499.8', 'at least 1,500'],
    [{ value: 0, atMost: 0 }, '0', 'at most 0'],
    [{ value: 12.345 }, '12.3', ''],
  ])('%o never looks unlike its verdict', (line, value, limit) => {
    const whole = { name: 'ratio', unit: '', ...line }
    expect([shown(whole), wanted(whole)]).toEqual([value, limit])
  })
})
