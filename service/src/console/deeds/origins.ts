import { addOrigin as add, removeOrigin as remove } from '../../resources/embed-origins/index.ts'
import { requireTenant } from '../../tenants/index.ts'
import { deed } from './deed.ts'
import type { InTenant } from './enterprises.ts'

/** An origin like `https://app.example.com`, or when it is removed, its id. */
export interface OriginChange extends InTenant {
  readonly origin: string
}

export const addOrigin = deed({
  action: 'origins.change',
  needs: 'enterprises.change',
  async act(tx, { enterprise, environment, origin: given }: OriginChange) {
    const tenant = await requireTenant(tx, enterprise, environment)
    const { id, origin } = await add(tx, tenant, given, environment)
    return { answer: { id, origin }, enterprise, environment, subject: id, details: { added: origin } }
  },
})

export const removeOrigin = deed({
  action: 'origins.change',
  needs: 'enterprises.change',
  async act(tx, { enterprise, environment, origin: given }: OriginChange) {
    const tenant = await requireTenant(tx, enterprise, environment)
    const { id, origin } = await remove(tx, tenant, given)
    return { answer: { id, origin }, enterprise, environment, subject: id, details: { removed: origin } }
  },
})
