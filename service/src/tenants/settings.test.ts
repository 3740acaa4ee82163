import { describe, expect, it } from 'vitest'
import { StartError } from '../platform/start-error.ts'
import { isSettingName, readSetting, SETTINGS } from './settings.ts'

describe('readSetting', () => {
  it.each([
    ['ach_enabled', 'true', true],
    ['ach_enabled', 'false', false],
    ['connect_use_case', 'Generic', 'Generic'],
    ['fraud_refund_window_hours', '0', 0],
    ['fraud_refund_window_hours', '8760', 8_760],
    ['fee_payout_ach_in_cents', '25', 25],
    ['fee_purchase_basis_points', '10000', 10_000],
    ['rate_limit_per_second', '1', 1],
    ['rate_limit_per_second', '1000000', 1_000_000],
    ['rate_limit_per_second', 'default', null],
  ])('%s may be `%s`', (name, text, value) => {
    expect(readSetting(name, text)).toEqual({ name, value })
  })

  it.each([
    ['ach_enabled', 'yes', '`ach_enabled` must be `true` or `false`, not `yes`.'],
    ['ach_enabled', 'TRUE', '`ach_enabled` must be `true` or `false`, not `TRUE`.'],
    ['ach_enabled', '', '`ach_enabled` must be `true` or `false`, not ``.'],
    ['connect_use_case', 'payout', '`connect_use_case` must be `Payout` or `Generic`, not `payout`.'],
    [
      'fraud_refund_window_hours',
      '8761',
      '`fraud_refund_window_hours` must be a whole number from 0 to 8,760, not `8761`.',
    ],
    ['fee_payout_ach_in_cents', '-1', '`fee_payout_ach_in_cents` must be a whole number from 0 to 100,000, not `-1`.'],
    [
      'fee_payout_ach_in_cents',
      '2.5',
      '`fee_payout_ach_in_cents` must be a whole number from 0 to 100,000, not `2.5`.',
    ],
    [
      'fee_payout_ach_in_cents',
      '1e3',
      '`fee_payout_ach_in_cents` must be a whole number from 0 to 100,000, not `1e3`.',
    ],
    [
      'rate_limit_per_second',
      '0',
      '`rate_limit_per_second` must be `default` or a whole number from 1 to 1,000,000, not `0`.',
    ],
  ])('%s may not be `%s`, and the line says what it may be', (name, text, message) => {
    expect(() => readSetting(name, text)).toThrow(new StartError(message))
  })

  it.each(['ach', 'ACH_ENABLED', '', 'toString', '__proto__'])(
    'there is no setting %j, and the line lists all',
    (name) => {
      expect(() => readSetting(name, 'true')).toThrow(
        new StartError(`There is no setting \`${name}\`; there are ${Object.keys(SETTINGS).join(', ')}.`),
      )
      expect(isSettingName(name)).toBe(false)
    },
  )
})
