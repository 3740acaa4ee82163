import { describe, expect, it } from 'vitest'
import { correctionOf, wentTo } from './corrections.ts'

describe('what a bank says is right', () => {
  it.each([
    ['C01', '1918171614', { account_number: '1918171614' }],
    ['C02', '121042882', { routing_number: '121042882' }],
    ['C03', '121042882   777788889999', { routing_number: '121042882', account_number: '777788889999' }],
    ['C04', 'Zoë  Müller', { name_on_account: 'Zoe Muller' }],
    ['C05', '37', { account_type: 'savings' }],
    ['C06', '1918171614          22', { account_number: '1918171614', account_type: 'checking' }],
  ])('%s with %j is taken', (code, data, expected) => {
    expect(correctionOf(code, data)).toEqual(expected)
  })

  it.each([
    ['C01', 'SEE LETTER', 'C01 gives no valid account_number'],
    ['C01', 'SEELETTER', 'C01 gives no valid account_number'],
    ['C01', '12 34', 'C01 gives no valid account_number'],
    ['C01', '', 'C01 gives no account_number'],
    ['C02', '121042883', 'C02 gives no valid routing_number'],
    ['C03', '121042882   SEE LETTER', 'C03 gives no valid account_number'],
    ['C04', '李小龙', 'C04 gives no valid name_on_account'],
    ['C05', '99', 'C05 gives no valid account_type'],
    ['C09', '1', 'C09 corrects nothing of a bank account'],
  ])('%s with %j waits for a person', (code, data, why) => {
    expect(correctionOf(code, data)).toEqual({ why })
  })
})

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
