import { rotateVault as rotate } from '../../platform/vault-rotation.ts'
import type { LongDeed } from './deed.ts'

interface Rotated {
  readonly resealed: readonly { readonly name: string; readonly count: number }[]
  /** Values that need older keys still. */
  readonly needed: readonly { readonly what: string; readonly count: number }[]
}

/** Seals every stored secret again with the first key of VAULT_KEY, beside the running service. */
export const rotateVault: LongDeed<object, Rotated> = {
  action: 'vault.rotate',
  needs: 'system.change',
  async actOnDatabase(database, _input, { vault, vaultColumns }) {
    const { resealed, digests } = await rotate(database, vault, vaultColumns)
    const needed = digests.filter(({ count }) => count > 0)
    return {
      answer: { resealed, needed },
      details: { resealed: resealed.reduce((sum, { count }) => sum + count, 0) },
    }
  },
}
