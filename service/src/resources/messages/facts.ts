import { ALERT_PAGES } from '../../../../contracts/alerts.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Vault } from '../../platform/vault.ts'
import { claimToken } from './claim-token.ts'
import type { MessageFacts, MessageKind, SecurityEvent } from './model.ts'
import type { MessageRow } from './store.ts'

export interface FactsDeps {
  readonly vault: Vault
  /** The public address of an environment, without a slash at its end. */
  readonly rootOf: (environment: Environment) => string
}

interface Owner {
  readonly tenant: TenantId
  readonly environment: Environment
}

/** Mails whose reader has a page at Tributary, which their one link leads to. */
const LEAD_TO_ACCOUNT: readonly MessageKind[] = [
  'login_created',
  'account_opened',
  'login_changed',
  'payout_issued',
  'withdrawal',
]

type StoredFacts = Pick<MessageRow, 'id' | 'kind' | 'facts' | 'facts_sealed'>

/** The facts of a message, ready to be rendered; undefined once they were erased. */
export function openFacts(owner: Owner, row: StoredFacts, deps: FactsDeps): MessageFacts[MessageKind] | undefined {
  const { id, kind, facts, facts_sealed } = row
  if (facts_sealed !== null)
    return JSON.parse(deps.vault.open({ tenant: owner.tenant, row: id, field: 'facts' }, facts_sealed))
  if (facts === null) return undefined
  const root = deps.rootOf(owner.environment)
  const led = withConnect(owner, row, deps) ?? withPage(root, owner.environment, row)
  if (led !== undefined) return led
  const isLed = LEAD_TO_ACCOUNT.includes(kind)
  return isLed ? ({ ...facts, accountUrl: `${root}/account` } as MessageFacts[MessageKind]) : facts
}

/** The facts of a mail that leads its creator into Connect, with the address; undefined for other mails. */
function withConnect(
  { tenant, environment }: Owner,
  { kind, facts }: StoredFacts,
  { vault, rootOf }: FactsDeps,
): MessageFacts[MessageKind] | undefined {
  const link = (connection: string, payout: string, until: Date | string): string =>
    `${rootOf(environment)}/connect/${claimToken(vault, { tenant, connection, payout, until: new Date(until) })}`
  if (kind === 'payout_issued') {
    const paid = facts as MessageFacts['payout_issued']
    if (paid.claim === undefined || paid.claimableUntil === undefined) return undefined
    return { ...paid, claimUrl: link(paid.claim.connection, paid.claim.payout, paid.claimableUntil) }
  }
  if (kind !== 'bank_suspended') return undefined
  const suspended = facts as MessageFacts['bank_suspended']
  const { own, connection, payout, changeUntil } = suspended
  if (!own || connection === undefined || payout === undefined || changeUntil === undefined) return undefined
  return { ...suspended, page: link(connection, payout, changeUntil) }
}

/** The page that a notice of access leads to, below the dashboard of an environment or the console. */
const SECURITY_PAGES: Partial<Record<SecurityEvent, string>> = {
  key_created: '/keys',
  role_changed: '/people',
  access_ended: '/people',
}

/** The facts of a mail that leads to a page of the dashboard, with the address of the page; undefined for other mails. */
function withPage(
  root: string,
  environment: Environment,
  { kind, facts }: StoredFacts,
): MessageFacts[MessageKind] | undefined {
  const dashboard = `${root}/dashboard/${environment}`
  switch (kind) {
    case 'approval_needed':
    case 'approval_decided': {
      const asked = facts as MessageFacts['approval_needed']
      return { ...asked, url: `${dashboard}/approvals/${asked.approval}` }
    }
    case 'alert_raised': {
      const alert = facts as MessageFacts['alert_raised']
      return { ...alert, url: `${dashboard}${ALERT_PAGES[alert.kind](alert.subject)}` }
    }
    case 'daily_summary':
      return { ...(facts as MessageFacts['daily_summary']), url: dashboard }
    case 'webhook_disabled': {
      const disabled = facts as MessageFacts['webhook_disabled']
      return { ...disabled, page: `${dashboard}/webhooks/${disabled.webhook}` }
    }
    case 'bank_corrected':
    case 'bank_suspended': {
      const told = facts as MessageFacts['bank_suspended']
      const { own, connection } = told
      return own || !connection ? told : { ...told, page: `${dashboard}/account-connections/${connection}` }
    }
    case 'withdrawal': {
      const moved = facts as MessageFacts['withdrawal']
      if (moved.enterprise === undefined) return undefined
      const page = moved.withdrawal === undefined ? '' : `/${moved.withdrawal}`
      return { ...moved, page: `${dashboard}/withdrawals${page}` }
    }
    case 'security_notice': {
      const notice = facts as MessageFacts['security_notice']
      const place = notice.operator ? `${root}/operator` : `${root}/dashboard/${notice.environment ?? environment}`
      return { ...notice, page: `${place}${SECURITY_PAGES[notice.event] ?? '/account'}` }
    }
    default:
      return undefined
  }
}
