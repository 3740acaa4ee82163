import { problem } from '../../kernel/errors.ts'
import { completeConnect, lockConnection } from '../../resources/account-connections/index.ts'
import { askAgain } from '../../resources/connect/index.ts'
import { requireTenant } from '../../tenants/index.ts'
import { deed, type LongDeed } from './deed.ts'
import type { InTenant } from './enterprises.ts'

export interface IdentityDecision extends InTenant {
  readonly connection: string
  readonly outcome: 'approved' | 'rejected'
}

/** Ends the identity check of a pending account connection. */
export const decideIdentity = deed({
  action: 'connections.decide',
  needs: 'identities.decide',
  async act(tx, { enterprise, environment, connection, outcome }: IdentityDecision, { connections }) {
    const tenant = await requireTenant(tx, enterprise, environment)
    // Locked before it is looked at: of two decisions at once, the second finds nothing that waits.
    const row = await lockConnection(tx, tenant, connection)
    const type = row?.status === 'pending' ? row.submitted_type : undefined
    if (!type) throw problem('invalid_state', `\`${connection}\` does not wait for an identity check.`)
    const { status } = await completeConnect(tx, tenant, connection, { type, outcome }, connections)
    const told = { enterprise, environment, subject: connection, details: { outcome, became: status } }
    return { answer: { id: connection, status }, ...told }
  },
})

export interface OpenIdentity extends InTenant {
  readonly connection: string
}

/** Asks the provider for the result of an open check once more. It is called outside of any transaction. */
export const askIdentity: LongDeed<OpenIdentity, { id: string; verdict: string }> = {
  action: 'connections.ask',
  needs: 'identities.decide',
  async actOnDatabase(database, { enterprise, environment, connection }, { connections, identity }) {
    const tenant = await database.transaction((tx) => requireTenant(tx, enterprise, environment))
    const rail = identity[environment]
    const verdict = await askAgain(database, tenant, connection, { ...connections, environment, identity: rail })
    const told = { enterprise, environment, subject: connection, details: { verdict } }
    return { answer: { id: connection, verdict }, ...told }
  },
}
