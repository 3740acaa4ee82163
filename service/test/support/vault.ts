import { openVault } from '../../src/platform/vault.ts'
import { VAULT_KEY } from './service.ts'

/** The vault of the services that tests start. */
export const vault = openVault(VAULT_KEY)
