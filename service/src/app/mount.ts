import { type ConsoleDeps, consoleRoutes } from '../console/index.ts'
import { auditFeedRoutes, dashboardRoutes, type People, requestFeedRoutes } from '../dashboard/index.ts'
import { docsRoutes } from '../docs/index.ts'
import { type Api, assetRoutes, createCommands, createDryRuns, homeRoute, type Pages } from '../http/index.ts'
import type { Environment } from '../kernel/environment.ts'
import type { Database } from '../platform/database.ts'
import type { DueKind } from '../platform/due.ts'
import type { Lanes } from '../platform/lanes.ts'
import type { Logger } from '../platform/logs.ts'
import type { ReadSide } from '../platform/read-beside.ts'
import type { Vault } from '../platform/vault.ts'
import type { AchRail } from '../rails/ach/port.ts'
import type { CardRail } from '../rails/cards/port.ts'
import type { NewCode } from '../rails/codes/port.ts'
import type { IdentityRail } from '../rails/identity/port.ts'
import type { MailRail } from '../rails/messages/port.ts'
import { connectionRoutes } from '../resources/account-connections/index.ts'
import { accountHomeRoutes } from '../resources/account-home/index.ts'
import { alertRoutes } from '../resources/alerts/index.ts'
import { approvalRoutes } from '../resources/approvals/index.ts'
import { buyerRoutes, cardFormRoutes } from '../resources/buyers/index.ts'
import { type connectContracts, connectPageRoutes, connectRoutes, identityRoutes } from '../resources/connect/index.ts'
import { type boundContracts, contractRoutes } from '../resources/contracts/index.ts'
import { embedOriginRoutes } from '../resources/embed-origins/index.ts'
import { eventRoutes } from '../resources/events/index.ts'
import { limitRoutes } from '../resources/limits/index.ts'
import { p2pRoutes } from '../resources/p2p/index.ts'
import { createWaitingPayouts, payoutRoutes, reservedFees } from '../resources/payouts/index.ts'
import { cardNetworkRoutes, purchaseRoutes, receiptRoutes } from '../resources/purchases/index.ts'
import { webhookRoutes } from '../resources/webhooks/index.ts'
import { withdrawalRoutes } from '../resources/withdrawals/index.ts'
import { exampleRoutes } from '../sandbox/example.routes.ts'
import { sandboxRoutes } from '../sandbox/routes.ts'
import { enterpriseRoutes } from '../tenants/index.ts'
import apiExamples from './api-examples.json' with { type: 'json' }
import { approvalDeps } from './approvals.ts'
import { EVENT_SUBJECTS } from './event-subjects.ts'

export interface MountDeps {
  readonly environment: Environment
  readonly log: Logger
  readonly database: Database
  readonly readSide: ReadSide
  readonly vault: Vault
  readonly cards: Record<Environment, CardRail>
  readonly rootOf: (environment: Environment) => string
  readonly cardLeaseMs: number
  readonly lanes: Lanes
  readonly ach: Record<Environment, AchRail>
  readonly due: readonly DueKind[]
  readonly locks: Database
  readonly pages: Pages
  readonly identity: IdentityRail
  readonly newCode: NewCode
  readonly routingNumber: string | undefined
  readonly boundContracts: typeof boundContracts
  readonly contracts: typeof connectContracts
  /** This environment's public address, as creators reach it. */
  readonly publicRoot: () => string
  readonly mail: MailRail
  readonly people: People
  readonly serverOf: Parameters<typeof dashboardRoutes>[1]['serverOf']
  readonly productionIsPublic: boolean
  readonly console: Pick<ConsoleDeps, 'tools' | 'audit' | 'checkProduction'>
}

/** The API below the base address; callers authenticate with API keys. */
export function mountResources(api: Api, deps: MountDeps): void {
  const all = {
    ...deps,
    commands: createCommands(deps.database, deps.vault),
    dryRuns: createDryRuns(deps.database, deps.vault),
    waitingPayouts: createWaitingPayouts(deps),
    ...approvalDeps({ ...deps, ...deps.console }),
  }
  enterpriseRoutes(api, { ...all, reservedFees })
  connectionRoutes(api, all)
  payoutRoutes(api, all)
  connectRoutes(api, all)
  embedOriginRoutes(api, all)
  buyerRoutes(api, all)
  purchaseRoutes(api, all)
  p2pRoutes(api, all)
  withdrawalRoutes(api, all)
  contractRoutes(api, all)
  approvalRoutes(api, all)
  limitRoutes(api, all)
  alertRoutes(api, all)
  eventRoutes(api, { ...all, eventSubjects: EVENT_SUBJECTS })
  auditFeedRoutes(api, all)
  requestFeedRoutes(api, all)
  webhookRoutes(api, all)
  if (deps.environment === 'sandbox') sandboxRoutes(api, all)
}

/** Pages and their JSON, outside the base address; callers authenticate with tokens and sessions. */
export function mountPages(api: Api, deps: MountDeps): void {
  const all = { ...deps, waitingPayouts: createWaitingPayouts(deps) }
  homeRoute(api, deps)
  docsRoutes(api, { ...deps, examples: apiExamples })
  connectPageRoutes(api, all)
  accountHomeRoutes(api, all)
  cardFormRoutes(api, all)
  receiptRoutes(api, all)
  cardNetworkRoutes(api, all)
  identityRoutes(api, all)
  dashboardRoutes(api, all)
  consoleRoutes(api, { ...all, ...deps.console })
  assetRoutes(api, deps.pages)
  if (deps.environment === 'sandbox') exampleRoutes(api, deps)
}
