import type { RevealedField } from '../../../../contracts/console/pages.ts'
import { problem } from '../../kernel/errors.ts'
import { readReview } from '../../resources/account-connections/index.ts'
import { requireTenant } from '../../tenants/index.ts'
import { type Done, deed } from './deed.ts'
import type { InTenant } from './enterprises.ts'

export interface Reveal extends InTenant {
  readonly connection: string
  /** As the review lists it, like `applicant.ssn`. */
  readonly field: string
}

/**
 * Shows one field of the applicant's data, while the review is open. The log says which field, never its value. It is in the
 * operators' log alone: the data are the creator's, not the enterprise's.
 */
export const revealField = deed({
  action: 'identities.reveal',
  needs: 'identities.reveal',
  async act(tx, { enterprise, environment, connection, field }: Reveal, { vault }): Promise<Done<RevealedField>> {
    const tenant = await requireTenant(tx, enterprise, environment)
    const value = (await readReview(tx, tenant, connection, vault))?.fields[field]
    if (value === undefined) {
      throw problem('not_found', `\`${connection}\` does not wait for a review, or has no field \`${field}\`.`)
    }
    return { answer: { field, value }, environment, subject: connection, details: { field, enterprise } }
  },
})
