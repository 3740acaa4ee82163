import { describe, expect, it } from 'vitest'
import type { Id } from '../../kernel/ids.ts'
import { follow } from '../../kernel/state-machine.ts'
import {
  approve,
  CONNECTION_STATES,
  type ConnectionEvent,
  type ConnectionRow,
  type ConnectionStatus,
  type ConnectionTransition,
  changeGrants,
  deleteWith,
  EVENTS,
  grantColumns,
  reject,
  STATUSES,
  submit,
  update,
} from './model.ts'

const made = new Date('2026-11-15T10:00:00.000Z')
const at = new Date('2026-11-20T10:00:00.000Z')

const connection = (status: ConnectionStatus): ConnectionRow => ({
  id: 'acon_1' as Id<'accountConnection'>,
  external_id: null,
  status,
  type: null,
  submitted_type: 'ach',
  first_name: 'Alice',
  last_name: 'Alison',
  email: 'alice@example.com',
  business_name: null,
  display_name: null,
  requested_permissions: ['payment.credit'],
  credit_granted: false,
  credit_expires_at: null,
  debit_granted: false,
  debit_expires_at: null,
  verification_prompt: 'Your student number?',
  verification_answer_digest: Buffer.alloc(0),
  bank_sealed: null,
  destination: null,
  creator_id: null,
  verified_at: null,
  submitted_sealed: Buffer.from('entries'),
  user_data: null,
  created_at: made,
  updated_at: made,
})

const sealed = Buffer.from('new entries')
const grants = grantColumns([{ name: 'payment.credit', expires_at: '2027-01-01T00:00:00.000Z' }])

/** Every event as the code makes it happen. */
const HAPPEN: Record<ConnectionEvent, (row: ConnectionRow) => ConnectionTransition> = {
  update: (row) => update(row, { first_name: 'Alicia' }, at),
  submit: (row) => submit(row, { submitted_type: 'direct', submitted_sealed: sealed }, at),
  approve: (row) => approve(row, { type: 'ach', ...grants }, at),
  reject: (row) => reject(row, at),
  change_permissions: (row) => changeGrants(row, grants, at),
  delete: (row) => deleteWith(row, { last_name: 'Alisson' }, at),
}

/** The states and events of the decisions, written out once more: a change of the table must be meant. */
const EXPECTED: Record<ConnectionStatus, Record<ConnectionEvent, ConnectionStatus | '-'>> = {
  created: {
    update: 'created',
    submit: 'pending',
    approve: 'active',
    reject: 'created',
    change_permissions: '-',
    delete: 'deleted',
  },
  pending: {
    update: 'pending',
    submit: 'pending',
    approve: 'active',
    reject: 'created',
    change_permissions: '-',
    delete: 'deleted',
  },
  active: {
    update: 'active',
    submit: '-',
    approve: 'active',
    reject: '-',
    change_permissions: 'active',
    delete: 'deleted',
  },
  deleted: { update: '-', submit: '-', approve: '-', reject: '-', change_permissions: '-', delete: '-' },
}

const pick = (row: ConnectionRow, names: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)))

describe('every connection state × every event', () => {
  for (const status of STATUSES) {
    for (const event of EVENTS) {
      const to = EXPECTED[status][event]
      if (to === '-') {
        it(`${event} cannot happen in ${status}`, () => {
          expect(follow(CONNECTION_STATES, status, event)).toBeUndefined()
          expect(() => HAPPEN[event](connection(status))).toThrow(`${event} cannot happen in ${status}`)
        })
      } else {
        it(`${event} leads from ${status} to ${to}, as of its time`, () => {
          const before = connection(status)
          const transition = HAPPEN[event](before)
          expect(follow(CONNECTION_STATES, status, event)).toBe(to)
          expect(transition.from).toBe(before)
          expect(transition.to).toMatchObject({ status: to, updated_at: at })
          const unchanged = Object.keys(before).filter((name) => !transition.changed?.includes(name as never))
          expect(pick(transition.to, unchanged)).toEqual(pick(before, unchanged))
        })
      }
    }
  }
})

describe('the entries submitted in Connect', () => {
  it('are kept while a check is open', () => {
    expect(HAPPEN.submit(connection('created')).to).toMatchObject({
      submitted_type: 'direct',
      submitted_sealed: sealed,
    })
  })

  it.each(['approve', 'reject'] as const)('are erased by %s', (event) => {
    expect(HAPPEN[event](connection('pending')).to).toMatchObject({ submitted_type: null, submitted_sealed: null })
  })

  it.each(['update', 'delete'] as const)('are left alone by %s', (event) => {
    expect(HAPPEN[event](connection('pending')).to).toMatchObject({
      submitted_type: 'ach',
      submitted_sealed: Buffer.from('entries'),
    })
  })
})

describe('permissions', () => {
  it('that are not granted again are withdrawn', () => {
    expect(grantColumns([{ name: 'payment.debit' }])).toEqual({
      credit_granted: false,
      credit_expires_at: null,
      debit_granted: true,
      debit_expires_at: null,
    })
  })

  it('are granted until their expiry', () => {
    expect(HAPPEN.change_permissions(connection('active')).to).toMatchObject({
      credit_granted: true,
      credit_expires_at: new Date('2027-01-01T00:00:00.000Z'),
      debit_granted: false,
    })
  })
})
