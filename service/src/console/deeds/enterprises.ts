import type { RequestedKey } from '../../../../contracts/console/enterprises.ts'
import { ENVIRONMENTS, type Environment } from '../../kernel/environment.ts'
import { problem, validationFailed } from '../../kernel/errors.ts'
import {
  cleanEnterpriseName,
  createEnterprise as create,
  createKey,
  decideName as decide,
  lockApprovalRules,
  readSettings,
  requireTenant,
  resumeEnterprise as resume,
  type SettingName,
  setSetting,
  suspendEnterprise as suspend,
  writeApprovalRules,
} from '../../tenants/index.ts'
import { deed } from './deed.ts'

const NAME_MAX = 255

export interface InTenant {
  readonly enterprise: string
  readonly environment: Environment
}

/** Creates an enterprise in both environments, with an API key for each. */
export const createEnterprise = deed({
  action: 'enterprise.create',
  needs: 'enterprises.change',
  async act(tx, { name: given }: { readonly name: string }) {
    if (given.length > NAME_MAX) {
      throw validationFailed([{ param: 'name', code: 'too_long', message: `must have at most ${NAME_MAX} characters` }])
    }
    const name = cleanEnterpriseName(given)
    const id = await create(tx, name)
    const keys: RequestedKey[] = []
    for (const environment of ENVIRONMENTS) {
      const tenant = await requireTenant(tx, id, environment)
      keys.push({ environment, ...(await createKey(tx, tenant, environment, 'First key')) })
    }
    return {
      answer: { id, name, keys },
      enterprise: id,
      subject: id,
      details: { name, keys: keys.map((key) => key.id) },
    }
  },
})

export interface SettingsChange extends InTenant {
  /** As texts, as the command has them; each setting reads its own. */
  readonly settings: Readonly<Record<string, string>>
}

/** Fees are money: another right than that of the other settings, and the rules of four eyes can name them. */
export const isFee = (name: string): boolean => name.startsWith('fee_')

const settingsDeed = (needs: 'enterprises.change' | 'fees.change') =>
  deed({
    action: 'settings.change',
    needs,
    async fourEyes(_tx, { enterprise, environment, settings }: SettingsChange) {
      const fees = Object.entries(settings).filter(([name]) => isFee(name))
      if (fees.length === 0) return undefined
      const words = fees.map(([name, value]) => `${name} = ${value}`).join(', ')
      return {
        deed: 'fees',
        subject: `${enterprise} ${environment}`,
        amount: null,
        description: `Fees of ${enterprise} in ${environment}: ${words}`,
      }
    },
    async act(tx, { enterprise, environment, settings }: SettingsChange) {
      const others = Object.keys(settings).filter((name) => !isFee(name))
      if (needs === 'fees.change' && others.length > 0) {
        const faults = others.map((name) => ({ param: `settings.${name}`, code: 'invalid', message: 'is no fee' }))
        throw validationFailed(faults)
      }
      const tenant = await requireTenant(tx, enterprise, environment)
      const before = await readSettings(tx, tenant)
      const changes: Partial<Record<SettingName, { before: unknown; after: string }>> = {}
      for (const [name, value] of Object.entries(settings)) {
        const setting = await setSetting(tx, tenant, name, value)
        changes[setting] = { before: before[setting], after: value }
      }
      return { answer: { changes }, enterprise, environment, details: { changes } }
    },
  })

export const changeSettings = settingsDeed('enterprises.change')
export const changeFees = settingsDeed('fees.change')

/** For an enterprise that can no longer meet its own rules. */
export const clearApprovalRules = deed({
  action: 'approvals.rules',
  needs: 'enterprises.change',
  async act(tx, { enterprise, environment }: InTenant) {
    const tenant = await requireTenant(tx, enterprise, environment)
    const before = await lockApprovalRules(tx, tenant)
    await writeApprovalRules(tx, tenant, [])
    return { answer: { removed: before.length }, enterprise, environment, details: { before, after: [] } }
  },
})

export interface Suspension extends InTenant {
  /** Told to the enterprise. */
  readonly because: string
}

/** Stops all new money out of an enterprise; returns, refunds and reading go on. */
export const suspendEnterprise = deed({
  action: 'enterprise.suspend',
  needs: 'enterprises.suspend',
  async act(tx, { enterprise, environment, because }: Suspension) {
    const { reason } = await suspend(tx, await requireTenant(tx, enterprise, environment), because)
    return { answer: { suspended: true }, enterprise, environment, subject: enterprise, details: { reason } }
  },
})

/** Lifts a suspension; what waited goes on. */
export const resumeEnterprise = deed({
  action: 'enterprise.resume',
  needs: 'enterprises.suspend',
  async act(tx, { enterprise, environment }: InTenant) {
    const { reason } = await resume(tx, await requireTenant(tx, enterprise, environment))
    return {
      answer: { suspended: false },
      enterprise,
      environment,
      subject: enterprise,
      details: { suspended_because: reason },
    }
  },
})

export interface NameDecision {
  readonly enterprise: string
  readonly decision: 'approve' | 'refuse'
}

/** Approves or refuses the name that an enterprise has asked for. */
export const decideName = deed({
  action: 'enterprise.renamed',
  needs: 'names.decide',
  async act(tx, { enterprise, decision }: NameDecision) {
    const decided = await decide(tx, enterprise, decision)
    if (!decided) throw problem('invalid_state', `No new name of \`${enterprise}\` waits for review.`)
    return { answer: decided, enterprise, details: { ...decided, decision } }
  },
})
