import { describe, expect, it } from 'vitest'
import type { ApprovalRule, Party } from '../../../../contracts/approvals.ts'
import { cents } from '../../kernel/money.ts'
import { follow } from '../../kernel/state-machine.ts'
import { APPROVAL_STATES, type Approval, EVENTS, ruleFor, STATUSES } from './model.ts'
import { announce, changeSubject, expire, give, givenBy, newApproval, reject } from './transition.ts'

const at = new Date('2026-11-15T10:20:00.000Z')
const settings = { now: at, approval_expires_after_hours: 168 }
const rule: ApprovalRule = {
  deed: 'payout',
  from_amount_in_cents: 0,
  maker: 'any',
  needed: 2,
  approvers: ['admin', 'finance'],
}
const approval = newApproval(
  rule,
  { id: 'per_1', role: 'finance' },
  { type: 'payout', id: 'pay_1', count: 1, amount: cents(100), description: 'x' },
  settings,
)
const given = (by: string) => givenBy(by, by, 'admin', at)

describe('every approval state × every event', () => {
  it('only one that awaits changes', () => {
    for (const status of STATUSES) {
      for (const event of EVENTS)
        expect(follow(APPROVAL_STATES, status, event) !== undefined).toBe(status === 'awaiting')
    }
  })

  it.each([
    ['one of two agrees', () => give(approval, [], given('per_2'), at), 'awaiting'],
    ['the second agrees', () => give(approval, [given('per_2')], given('per_3'), at), 'approved'],
    ['the approvers are told', () => announce(approval, 3, at), 'awaiting'],
    [
      'it is rejected',
      () => reject(approval, { by: 'per_2', name: 'Pat', at: at.toISOString(), reason: null }, at),
      'rejected',
    ],
    ['its time is over', () => expire(approval), 'expired'],
    ['its subject is gone', () => changeSubject(approval, { why: 'gone', count: 0, amount: cents(0) }, at), 'void'],
  ] as const)('%s: %s', (_name, happen, status) => {
    expect(happen()?.to.status).toBe(status)
  })

  it.each(STATUSES.filter((status) => status !== 'awaiting'))('nothing moves one that is %s', (status) => {
    const over: Approval = { ...approval, status }
    expect(() => give(over, [], given('per_2'), at)).toThrow('cannot happen')
    expect(() => expire(over)).toThrow('cannot happen')
    expect(() => changeSubject(over, { why: 'gone', count: 0, amount: null }, at)).toThrow('cannot happen')
  })

  it('an approval that no longer counts is not counted', () => {
    const before = { ...approval, given: [given('per_2')] }
    const after = give(before, [], given('per_3'), at)
    expect(after.to).toMatchObject({ status: 'awaiting', given: [{ by: 'per_3' }] })
    expect(after.to.activity.map(({ entry }) => entry)).toContain(
      'The approval of per_2 no longer counts: they may not approve any more',
    )
  })

  it('a change of the subject empties what was given, and is silent where nothing was', () => {
    const before = { ...approval, given: [given('per_2')] }
    const same = { why: 'the payout was changed', count: 1, amount: cents(100) }
    expect(changeSubject(before, same, at)?.to.given).toEqual([])
    expect(changeSubject(approval, same, at)).toBeUndefined()
  })

  it('expires after the hours of the setting, as of that moment', () => {
    expect(approval.expires_at).toEqual(new Date(at.getTime() + 168 * 3_600_000))
    expect(expire(approval).to.updated_at).toEqual(approval.expires_at)
  })
})

describe('the rule that a deed falls under', () => {
  const row = (from: number, maker: Party | 'any', needed: number): ApprovalRule => ({
    ...rule,
    from_amount_in_cents: from,
    maker,
    needed,
  })
  const RULES = [row(1_000, 'any', 1), row(5_000, 'any', 2), row(1_000, 'api_key', 0), row(5_000, 'admin', 3)]
  const neededFor = (amount: number, role: Party): number =>
    ruleFor(RULES, { deed: 'payout', amount: cents(amount), maker: { id: 'x', role } })?.needed ?? 0

  it.each([
    [999, 'finance', 0],
    [1_000, 'finance', 1],
    [4_999, 'finance', 1],
    [5_000, 'finance', 2],
    [9_000, 'developer', 2],
    [1_000, 'api_key', 0],
    [4_999, 'api_key', 0],
    [5_000, 'api_key', 2],
    [1_000, 'admin', 1],
    [5_000, 'admin', 3],
  ] as const)('%i by %s: %i', (amount, role, needed) => {
    expect(neededFor(amount, role)).toBe(needed)
  })

  it('of another deed is none', () => {
    const maker = { id: 'x', role: 'admin' as const }
    expect(ruleFor(RULES, { deed: 'approval_rules', amount: cents(9_000), maker })).toBeUndefined()
    expect(ruleFor(null, { deed: 'payout', amount: cents(9_000), maker })).toBeUndefined()
  })

  it('does not depend on the order of the rows', () => {
    const reversed = [...RULES].reverse()
    const facts = { deed: 'payout' as const, amount: cents(5_000), maker: { id: 'x', role: 'admin' as const } }
    expect(ruleFor(reversed, facts)).toEqual(ruleFor(RULES, facts))
  })
})
