import type { FourEyesRules, OperatorApproval } from '../../../contracts/console/pages.ts'
import type { Page } from '../../../contracts/lists.ts'
import { type Api, Closed, listRequest, PageQuery, viewPage } from '../http/index.ts'
import { iso } from '../kernel/time.ts'
import type { Database } from '../platform/database.ts'
import { type Approval, readApprovalPage } from '../resources/approvals/index.ts'
import { productionBank } from '../tenants/index.ts'
import type { DeedTools } from './deeds/deed.ts'
import { readFourEyes } from './deeds/four-eyes.ts'
import { operatorOf } from './door.ts'
import { operatorApprovals } from './four-eyes.ts'

export interface ApprovalRouteDeps {
  readonly database: Database
  readonly tools: DeedTools
}

const viewFor =
  (reader: string) =>
  (approval: Approval): OperatorApproval => ({
    id: approval.id,
    status: approval.status,
    deed: approval.deed,
    description: approval.description,
    ...(approval.amount_in_cents === null ? {} : { amount_in_cents: approval.amount_in_cents }),
    reason: (approval.action as { readonly reason?: string | null } | null)?.reason ?? null,
    is_own: approval.made_by === reader,
    activity: approval.activity.map(({ entry, date }) => ({ entry, at: date })),
    created_at: iso(approval.created_at),
    expires_at: iso(approval.expires_at),
  })

/** Deeds of operators that wait for another, and the rules of four eyes. */
export function approvalRoutes(api: Api, { database, tools }: ApprovalRouteDeps): void {
  api.get(
    '/approvals',
    { config: { needs: 'bank.read' }, schema: { hide: true, querystring: Closed(PageQuery) } },
    async (request): Promise<Page<OperatorApproval>> => {
      const { page, filter } = listRequest(request.query)
      const bank = await database.transaction(productionBank)
      const found = await readApprovalPage({ database, ...operatorApprovals(tools) }, bank, page, filter)
      return viewPage(found, page, viewFor(operatorOf(request).id))
    },
  )

  api.get(
    '/four-eyes',
    { config: { needs: 'bank.read', command: 'four-eyes list' }, schema: { hide: true } },
    (): Promise<FourEyesRules> => database.transaction(readFourEyes),
  )
}
