import type { ApprovalRules, ApprovalRulesChanged } from '../../../../contracts/approvals.ts'
import { type Api, callerOf } from '../../http/index.ts'
import type { Database } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { makerOf } from '../../resources/approvals/index.ts'
import { readApprovalRules } from '../../tenants/index.ts'
import { record } from '../audit-log/chain.ts'
import { auditEntry } from '../door/actor.ts'
import { changeRules } from './rules.ts'
import { RulesBody, type RulesInput, requireSound } from './schema.ts'

export interface ApprovalRulesDeps {
  readonly database: Database
  readonly vault: Vault
}

/** The table of rules of one environment. Approvals themselves are read and decided through the API. */
export function approvalRulesRoutes(api: Api, { database, vault }: ApprovalRulesDeps): void {
  api.get(
    '/approval-rules',
    { config: { action: 'settings.read' }, schema: { hide: true } },
    async (request): Promise<ApprovalRules> => ({
      rules: await readApprovalRules(database.sql, callerOf(request).tenant),
    }),
  )

  api.put(
    '/approval-rules',
    { config: { action: 'approvals.rules' }, schema: { hide: true, body: RulesBody } },
    async (request): Promise<ApprovalRulesChanged> => {
      const { rules }: RulesInput = request.body
      requireSound(rules)
      const caller = callerOf(request)
      const { before, approval } = await database.transaction(async (tx) => {
        const changed = await changeRules(tx, caller.tenant, makerOf(caller), rules)
        const details = { before: changed.before, after: rules, ...(changed.approval ? { awaits: true } : {}) }
        const subject = changed.approval?.id
        await record(
          tx,
          vault,
          auditEntry(request, 'approvals.rules', subject === undefined ? { details } : { subject, details }),
        )
        return changed
      })
      return approval ? { rules: before, approval } : { rules }
    },
  )
}
