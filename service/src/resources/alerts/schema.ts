import { type Static, Type } from 'typebox'
import type * as contract from '../../../../contracts/alerts.ts'
import { ALERT_KINDS } from '../../../../contracts/alerts.ts'
import { Activity, exampleId, ResourceId, Shape, Times, Timestamp, Values, type Wire } from '../../http/index.ts'
import { iso } from '../../kernel/time.ts'
import type { Alert } from './model.ts'

const MEANINGS = Object.fromEntries(
  Object.entries(ALERT_KINDS).map(([kind, { means, setting }]) => [kind, `${means} Setting \`${setting}\``]),
) as Record<contract.AlertKind, string>

export const AlertSchema = Shape('Alert', {
  id: ResourceId('alr', 'The id of the alert.'),
  status: Values<contract.AlertStatus>('AlertStatus', 'Whether its cause is still there.', {
    raised: 'the cause is there; for a payout, a day has not passed yet',
    cleared: 'the cause is gone. Final: if it comes back, another alert is raised',
  }),
  kind: Values<contract.AlertKind>('AlertKind', 'The kind of alert. More may be added.', MEANINGS),
  resource: Type.Optional(
    Type.String({
      description:
        'The payout, webhook or bank file that it is about. Absent where it is about your enterprise as a whole.',
      examples: [exampleId('pay')],
    }),
  ),
  summary: Type.String({
    description: 'What was found, for people.',
    examples: ['The operating account holds $90.00, less than $100.00.'],
  }),
  activity: Activity,
  cleared_at: Type.Optional(Timestamp({ description: 'When its cause was gone. Absent while it is raised.' })),
  ...Times,
})

export const viewAlert = (alert: Alert): Wire<typeof AlertSchema, contract.Alert> => ({
  id: alert.id,
  status: alert.status,
  kind: alert.kind,
  ...(alert.subject === '' ? {} : { resource: alert.subject }),
  summary: alert.summary,
  activity: alert.activity as Static<typeof Activity>,
  ...(alert.cleared_at === null ? {} : { cleared_at: iso(alert.cleared_at) }),
  created_at: iso(alert.created_at),
  updated_at: iso(alert.updated_at),
})
