import { ROLES, type Role } from '../../../contracts/dashboard/session.ts'
import { Card } from '../parts/Card.tsx'
import { Facts } from '../parts/Facts.tsx'
import { humanize } from '../parts/StatusBadge.tsx'

const MEANS: Record<Role, string> = {
  admin: 'Everything: people, settings, keys, money, and the audit log.',
  developer: 'API keys, webhooks, logs and embedding; moves test money in sandbox, none in production.',
  finance: 'Pays, cancels, refunds, pays by file; ledger and exports. No keys or webhooks.',
  viewer: 'Sees everything except secrets. Changes nothing.',
}

export const Roles = () => (
  <Card title="What the roles may do">
    <Facts facts={ROLES.map((role) => ({ name: humanize(role), value: MEANS[role] }))} />
  </Card>
)
