import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Cents, dollars } from '../kernel/money.ts'
import { StartError } from '../platform/start-error.ts'
import { DEFAULT_SETTINGS, isSettingName, readSetting, SETTINGS, tenantSettingsTable } from './settings.ts'
import { CREATOR_OPENING, OPERATING_OPENING } from './test-funds.ts'

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

describe('the defaults of settings', () => {
  const read = (name: string): Promise<string> => readFile(join(import.meta.dirname, '../../..', name), 'utf8')

  const amount = (cents: Cents): string => dollars(cents).replace('$', '')

  it('are values that each setting may have', () => {
    for (const { name, initial } of tenantSettingsTable()) {
      expect(readSetting(name, initial).value).toBe(DEFAULT_SETTINGS[name])
    }
  })

  it('are listed in docs/operations.md, with the meaning and the form of each', async () => {
    const rows = tenantSettingsTable().map(
      ({ name, means, form, initial }) => `| \`${name}\` | ${means} | ${form} | \`${initial}\` |`,
    )
    const table = ['| setting | means | value | default |', '|---|---|---|---|', ...rows].join('\n')
    expect(await read('docs/operations.md')).toContain(`<!-- tenant settings -->\n${table}\n<!-- /tenant settings -->`)
  })

  it.each([
    ['docs/purchases.md', `The fee is ${Number(DEFAULT_SETTINGS.fee_purchase_basis_points) / 100} % of the total`],
    ['docs/purchases.md', `plus ${DEFAULT_SETTINGS.fee_purchase_fixed_in_cents} cents`],
    ['docs/purchases.md', `(${DEFAULT_SETTINGS.fraud_refund_window_hours} hours from the payment`],
    ['docs/connect.md', `${amount(CREATOR_OPENING)} of test funds`],
    ['docs/ledger.md', `| funding | creator | ${amount(CREATOR_OPENING)} |`],
    ['docs/ledger.md', `| funding | operating | ${amount(OPERATING_OPENING)} |`],
    ['README.md', `${amount(OPERATING_OPENING)} in test funds`],
  ])('are the ones that %s tells: %s', async (page, text) => {
    expect(await read(page)).toContain(text)
  })
})
