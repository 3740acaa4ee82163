import { Type } from 'typebox'
import type { Settings, SettingsUpdate } from '../../../../contracts/dashboard/settings.ts'
import { type Api, Closed, callerOf, type Request, Text } from '../../http/index.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Database, Queryable, Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import {
  findNameRequest,
  readContact,
  readSettings,
  renameEnterprise,
  SETTINGS,
  type SettingName,
  setSetting,
} from '../../tenants/index.ts'
import { record } from '../audit-log/chain.ts'
import { auditEntry } from '../door/actor.ts'
import { refuse } from '../door/guard.ts'
import { personName, personOf } from '../door/person.ts'

export interface SettingDeps {
  readonly database: Database
  readonly vault: Vault
  /** Real creators and buyers read the name. */
  readonly productionIsPublic: boolean
}

/** The operator changes all other settings by command. The wait of bank accounts is changed with the limits. */
const OWN: readonly SettingName[] = ['notification_email', 'new_bank_account_wait_hours']

async function view(sql: Queryable, tenant: TenantId, enterprise: string): Promise<Settings> {
  const [settings, { enterprise: name, email }, requested_name] = await Promise.all([
    readSettings(sql, tenant),
    readContact(sql, tenant),
    findNameRequest(sql, enterprise),
  ])
  const provided = (Object.keys(SETTINGS) as SettingName[]).filter((one) => !OWN.includes(one))
  return {
    own: { name, notification_email: email, ...(requested_name === undefined ? {} : { requested_name }) },
    provider: provided.map((one) => ({
      name: one,
      value: settings[one],
      means: SETTINGS[one].means,
      changed_by: 'operator',
    })),
  }
}

const InEnvironment = Closed({ environment: Type.String() })

export function settingRoutes(api: Api, { database, vault, productionIsPublic }: SettingDeps): void {
  api.get(
    '/:environment/settings',
    { config: { action: 'settings.read' }, schema: { hide: true, params: InEnvironment } },
    (request) => view(database.sql, callerOf(request).tenant, personOf(request).enterprise.id),
  )

  api.put(
    '/:environment/settings',
    {
      config: { action: 'settings.change' },
      schema: {
        hide: true,
        params: InEnvironment,
        body: Closed({
          name: Type.Optional(Text(255, { description: 'In both environments.' })),
          notification_email: Type.Optional(
            Type.Union([Type.String({ format: 'email', maxLength: 254 }), Type.Null()], {
              description: 'Where mail about the account itself goes; null for nowhere.',
            }),
          ),
        }),
      },
    },
    (request) =>
      database.transaction(async (tx) => {
        const { tenant } = callerOf(request)
        const { name, notification_email }: SettingsUpdate = request.body
        const person = personOf(request)
        if (name !== undefined && name.trim() !== person.enterprise.name) await rename(tx, request, name)
        if (notification_email !== undefined) {
          await setSetting(tx, tenant, 'notification_email', notification_email ?? 'none')
          await record(tx, vault, auditEntry(request, 'settings.change', { details: { notification_email } }))
        }
        return view(tx, tenant, person.enterprise.id)
      }),
  )

  /** Needs a fresh sign-in. Where production is served, creators and buyers read the new name after the operator's review. */
  async function rename(tx: Tx, request: Request, name: string): Promise<void> {
    const person = personOf(request)
    refuse(person, 'enterprise.rename', undefined)
    const by = personName(person)
    const details = await renameEnterprise(tx, person.enterprise.id, name, { held: productionIsPublic, by })
    await record(tx, vault, auditEntry(request, 'enterprise.rename', { details: { ...details } }))
  }
}
