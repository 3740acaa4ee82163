import { describe, expect, it } from 'vitest'
import { wentTo } from './corrections.ts'

describe('an answer is about an account', () => {
  const bank = { account_number: '000123456', routing_number: '021000021' }

  it.each([
    ['addressed to the originating bank, with the receiver in the addenda', '121042882', '000123456', '02100002', true],
    ['with another receiver in the addenda', '021000021', '000123456', '12104288', false],
    ['without a receiver in the addenda, addressed to the receiver', '021000021', '000123456', '        ', true],
    ['without a receiver anywhere', '121042882', '000123456', '', false],
    ['of another account', '121042882', '000123457', '02100002', false],
  ])('%s', (_case, routingNumber, accountNumber, receiver, expected) => {
    expect(wentTo({ accountNumber: accountNumber.padEnd(17), routingNumber }, receiver, bank)).toBe(expected)
  })
})
