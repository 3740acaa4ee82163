import { DEMO_EMAIL, findPersonByEmail, removeLogin } from '../../dashboard/index.ts'
import type { Environment } from '../../kernel/environment.ts'
import { findDemoKeys, productionBank, requireTenant, resumePayouts as resume, revokeKey } from '../../tenants/index.ts'
import { deed } from './deed.ts'

export interface StoppedBook {
  /** The id of an enterprise, or `bank` for the book of the bank that production enterprises share. */
  readonly enterprise: string
  readonly environment: Environment
}

/** Resumes payouts that the audit has stopped. */
export const resumePayouts = deed({
  action: 'payouts.resume',
  needs: 'payouts.resume',
  async act(tx, { enterprise: name, environment }: StoppedBook) {
    const isBank = name === 'bank' && environment === 'production'
    const tenant = isBank ? await productionBank(tx) : await requireTenant(tx, name, environment)
    const stillStopped = await resume(tx, tenant)
    const where = { environment, ...(isBank ? {} : { enterprise: name }) }
    return {
      answer: { isBank, ...(stillStopped === undefined ? {} : { stillStopped }) },
      ...where,
      ...(stillStopped === undefined ? {} : { details: { still_stopped: stillStopped } }),
    }
  },
})

/** Revokes the API key of the demo enterprise and removes its first person. */
export const removeDemo = deed({
  action: 'demo.remove',
  needs: 'system.change',
  async act(tx, _input: object) {
    const keys = await findDemoKeys(tx)
    for (const key of keys) await revokeKey(tx, key)
    const admin = await findPersonByEmail(tx, DEMO_EMAIL)
    if (admin) await removeLogin(tx, admin)
    return {
      answer: { keys, ...(admin ? { removed: DEMO_EMAIL } : {}) },
      details: { keys, ...(admin ? { removed: DEMO_EMAIL } : {}) },
      ...(admin ? { enterprise: admin.enterprise_id } : {}),
    }
  },
})
