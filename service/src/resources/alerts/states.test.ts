import { describe, expect, it } from 'vitest'
import { ALERT_KINDS, type AlertKind } from '../../../../contracts/alerts.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import {
  ALERT_STATES,
  type Alert,
  type Cause,
  clear,
  DEFAULT_ALERTS,
  decideAlerts,
  EVENTS,
  isMoment,
  isSwitchedOn,
  raise,
  STATUSES,
} from './model.ts'

const NOW = new Date('2026-11-16T10:00:00.000Z')
const later = (hours: number): Date => new Date(NOW.getTime() + hours * HOUR_MS)
const cause = (kind: AlertKind, subject = ''): Cause => ({ kind, subject, summary: `${kind} ${subject}` })
const KINDS = Object.keys(ALERT_KINDS) as AlertKind[]

describe('the states of an alert', () => {
  for (const status of STATUSES) {
    for (const event of EVENTS) {
      const to = ALERT_STATES[status][event]
      it(`${event} in ${status} ${to === undefined ? 'is refused' : `leads to ${to}`}`, () => {
        const alert: Alert = { ...raise(cause('low_balance'), NOW), status }
        if (to === undefined) expect(() => clear(alert, NOW)).toThrow()
        else expect(clear(alert, later(1)).to).toMatchObject({ status: to, cleared_at: later(1), updated_at: later(1) })
      })
    }
  }
})

describe('a look', () => {
  it.each(KINDS)('raises %s once, and again only after it has cleared', (kind) => {
    const causes = [cause(kind, 'one')]
    const [alert] = decideAlerts({ causes, open: [], now: NOW }).raised
    expect(alert).toMatchObject({ status: 'raised', kind, subject: 'one' })
    expect(decideAlerts({ causes, open: [alert as Alert], now: NOW })).toEqual({ raised: [], cleared: [] })
    expect(decideAlerts({ causes: [cause(kind, 'two')], open: [alert as Alert], now: NOW }).raised).toHaveLength(1)
  })

  it.each(KINDS)('clears %s when it is over, and not before', (kind) => {
    const open = [raise(cause(kind), NOW)]
    const without = (hours: number) => decideAlerts({ causes: [], open, now: later(hours) }).cleared.length
    expect([without(0), without(23), without(24)]).toEqual(isMoment(kind) ? [0, 0, 1] : [1, 1, 1])
  })
})

it('sandboxes have no alert switched on until one is, production has', () => {
  expect([isSwitchedOn(DEFAULT_ALERTS.sandbox), isSwitchedOn(DEFAULT_ALERTS.production)]).toEqual([false, true])
})
