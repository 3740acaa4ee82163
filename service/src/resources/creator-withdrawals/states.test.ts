import { describe, expect, it } from 'vitest'
import type { Id } from '../../kernel/ids.ts'
import { cents } from '../../kernel/money.ts'
import { follow } from '../../kernel/state-machine.ts'
import { sandboxAch } from '../../rails/ach/sandbox.ts'
import { fail, initiate, reserve, returnFromBank } from '../withdrawals/index.ts'
import {
  ACCOUNT_EVENTS,
  ACCOUNT_STATES,
  ACCOUNT_STATUSES,
  type AccountStatus,
  type CreatorWithdrawal,
} from './model.ts'
import { CREATOR_BOOKS } from './postings.ts'

/** Written from the decisions, not from the code: where each event leads, `-` where it cannot happen. */
const EXPECTED: Record<AccountStatus, string> = {
  //         prove   mistake   exhaust  refuse  correct   suspend    remove
  unproven: ' proven  unproven  failed   failed  unproven  -          removed',
  proven: '   -       -         -        -       proven    suspended  removed',
  failed: '   -       -         -        -       -         -          removed',
  suspended: '-       -         -        -       -         -          removed',
  removed: '  -       -         -        -       -         -          -      ',
}

const CASES = ACCOUNT_STATUSES.flatMap((status) => {
  const cells = EXPECTED[status].trim().split(/\s+/)
  return ACCOUNT_EVENTS.map((event, nth) => ({ status, event, to: cells[nth] as string }))
})

it.each(CASES)("a creator's bank account: $event in $status: $to", ({ status, event, to }) => {
  expect(follow(ACCOUNT_STATES, status, event) ?? '-').toBe(to)
})

const at = new Date('2026-11-15T10:20:00.000Z')

const withdrawal = (status: CreatorWithdrawal['status'], purpose: CreatorWithdrawal['purpose']): CreatorWithdrawal => ({
  id: 'wdr_1' as Id<'withdrawal'>,
  creator_id: 'cre_1' as Id<'creator'>,
  bank_account: 'cba_1' as Id<'creatorBankAccount'>,
  purpose,
  request: null,
  status,
  amount_in_cents: cents(1_000),
  destination: 'Checking ••••6789',
  due_at: at,
  batch_at: null,
  ach_file: null,
  return_code: null,
  activity: [],
  created_at: at,
  updated_at: at,
})

describe('where the money of creators goes', () => {
  it.each([
    ['withdrawal', 'creator:cre_1'],
    ['proof', 'proofs'],
  ] as const)('a %s is paid by %s, in the book of the bank alone', (purpose, source) => {
    const held = reserve(withdrawal('created', purpose), CREATOR_BOOKS, at)
    const started = initiate(held.to, CREATOR_BOOKS, sandboxAch, at)
    const failed = fail(started.to, CREATOR_BOOKS, { code: 'payment_failed' }, at)
    const back = returnFromBank(withdrawal('sent', purpose), CREATOR_BOOKS, 'R03', at)
    const moves = [held, started, failed, back].flatMap(({ transfers }) => {
      expect(transfers.tenant).toEqual([])
      return transfers.bank.map(({ debit, credit, amount }) => `${debit} → ${credit}: ${amount}`)
    })
    expect(moves).toEqual([
      `${source} → creator_withdrawals: 1000`,
      `creator_withdrawals → ${source}: 1000`,
      `ach_clearing → ${source}: 1000`,
    ])
  })
})
