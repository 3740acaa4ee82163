import { expect, it } from 'vitest'
import { AUDIT_ACTIONS, auditActionLabel } from './audit-actions.ts'

it('an action of the audit log has a label, and an unknown one is shown by its name', () => {
  expect(auditActionLabel('session.signed_in')).toBe('Signed in')
  expect(auditActionLabel('moon.landed_on')).toBe('Moon: landed on')
  expect(auditActionLabel('session.refused')).toBe('Sign-in refused')
  expect(auditActionLabel('password.changed.refused')).toBe('Changed the password: refused')
  expect(auditActionLabel('payments.make.done')).toBe('Paid, charged or refunded: done')
  expect(auditActionLabel('exports.make.broken_off')).toBe('Exported a file: broken off')
  expect(auditActionLabel('moon.landed_on.refused')).toBe('Moon: landed on: refused')
  // Two actions of the same label could not be told apart in the filter.
  expect(new Set(AUDIT_ACTIONS.map(auditActionLabel)).size).toBe(AUDIT_ACTIONS.length)
})
