import { ALERT_PAGES } from '../../../../contracts/alerts.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Vault } from '../../platform/vault.ts'
import { claimToken } from './claim-token.ts'
import type { MessageFacts, MessageKind } from './model.ts'
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
const LEAD_TO_ACCOUNT: readonly MessageKind[] = ['login_created', 'account_opened', 'login_changed', 'withdrawal']

type StoredFacts = Pick<MessageRow, 'id' | 'kind' | 'facts' | 'facts_sealed'>

/** The facts of a message, ready to be rendered; undefined once they were erased. */
export function openFacts(
  owner: Owner,
  row: StoredFacts,
  { vault, rootOf }: FactsDeps,
): MessageFacts[MessageKind] | undefined {
  const { id, kind, facts, facts_sealed } = row
  if (facts_sealed !== null)
    return JSON.parse(vault.open({ tenant: owner.tenant, row: id, field: 'facts' }, facts_sealed))
  const led = facts === null ? undefined : withPage(`${rootOf(owner.environment)}/dashboard/${owner.environment}`, row)
  if (led !== undefined) return led
  const accountUrl = `${rootOf(owner.environment)}/account`
  if (facts !== null && LEAD_TO_ACCOUNT.includes(kind)) return { ...facts, accountUrl } as MessageFacts[MessageKind]
  if (facts === null || kind !== 'payout_issued') return facts ?? undefined
  const payout = facts as MessageFacts['payout_issued']
  if (payout.claim === undefined || payout.claimableUntil === undefined) return { ...payout, accountUrl }
  const claim = { ...payout.claim, tenant: owner.tenant, until: new Date(payout.claimableUntil) }
  return { ...payout, claimUrl: `${rootOf(owner.environment)}/connect/${claimToken(vault, claim)}` }
}

/** The facts of a mail that leads to a page of the dashboard, with the address of the page; undefined for other mails. */
function withPage(dashboard: string, { kind, facts }: StoredFacts): MessageFacts[MessageKind] | undefined {
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
    case 'bank_suspended': {
      const suspended = facts as MessageFacts['bank_suspended']
      const { connection } = suspended
      return connection ? { ...suspended, page: `${dashboard}/account-connections/${connection}` } : suspended
    }
    default:
      return undefined
  }
}
