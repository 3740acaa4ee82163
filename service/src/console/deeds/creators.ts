import { erasePayFileRows } from '../../dashboard/index.ts'
import { askErasure } from '../../resources/erasures/index.ts'
import { requireTenant } from '../../tenants/index.ts'
import { deed } from './deed.ts'
import type { InTenant } from './enterprises.ts'

export interface CreatorErasure extends InTenant {
  readonly connection: string
}

/** Erases the personal data of a deleted account connection, as far as no law asks to keep it. */
export const eraseCreator = deed({
  action: 'creator.erase',
  needs: 'creators.erase',
  async act(tx, { enterprise, environment, connection }: CreatorErasure, { vault }) {
    const tenant = await requireTenant(tx, enterprise, environment)
    const asked = await askErasure(tx, tenant, connection, { vault, eraseElsewhere: erasePayFileRows })
    const details = { erased: asked.erased, kept_until: asked.kept_until }
    return { answer: asked, enterprise, environment, subject: connection, details }
  },
})
