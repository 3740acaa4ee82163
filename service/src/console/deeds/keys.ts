import { tellAdmins } from '../../dashboard/index.ts'
import { problem } from '../../kernel/errors.ts'
import {
  changeKey as change,
  createKey as create,
  type RestrictionsInput,
  requireKey,
  requireTenant,
  revokeKey as revoke,
} from '../../tenants/index.ts'
import { deed } from './deed.ts'
import type { InTenant } from './enterprises.ts'

/** A limit is null for none; an absent one stays as it is. */
export interface KeyLimits extends Omit<RestrictionsInput, 'expires_at'> {
  /** A moment, or its text as JSON has it. */
  readonly expires_at?: Date | string | null
}

const restrictionsOf = ({ expires_at, ...others }: KeyLimits): RestrictionsInput => ({
  ...others,
  ...(expires_at === undefined
    ? {}
    : { expires_at: typeof expires_at === 'string' ? new Date(expires_at) : expires_at }),
})

export interface NewKey extends InTenant {
  readonly name: string
  readonly limits: KeyLimits
}

export const createKey = deed({
  action: 'keys.create',
  needs: 'keys.change',
  async act(tx, { enterprise, environment, name, limits }: NewKey, { vault }) {
    const tenant = await requireTenant(tx, enterprise, environment)
    const { id, key } = await create(tx, tenant, environment, name, restrictionsOf(limits))
    const rows = [
      ['Key', name],
      ['Environment', environment],
      ['Made by', 'the operator of the service'],
    ] as const
    await tellAdmins(tx, vault, enterprise, { event: 'key_created', rows, environment })
    return { answer: { id, key }, enterprise, environment, subject: id, details: { name, ...limits } }
  },
})

export interface KeyChange {
  /** The id of the key, or the beginning of the key itself. */
  readonly key: string
  readonly limits: KeyLimits
}

export const changeKey = deed({
  action: 'keys.change',
  needs: 'keys.change',
  async act(tx, { key, limits }: KeyChange) {
    const { tenant, id, enterprise, environment } = await requireKey(tx, key)
    const changed = await change(tx, tenant, id, restrictionsOf(limits))
    if (!changed) throw problem('not_found', `There is no key \`${key}\`.`)
    return { answer: changed.after, enterprise, environment, subject: id, details: { ...limits } }
  },
})

export const revokeKey = deed({
  action: 'keys.revoke',
  needs: 'keys.change',
  async act(tx, { key }: Pick<KeyChange, 'key'>) {
    const { id, enterprise, environment } = await revoke(tx, key)
    return { answer: { id }, enterprise, environment, subject: id }
  },
})
