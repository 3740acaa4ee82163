import { Type } from 'typebox'
import type { Settings, SettingsUpdate } from '../../../../contracts/dashboard/settings.ts'
import { type Api, Closed, callerOf, Text } from '../../http/index.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Database, Queryable } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import {
  readContact,
  readSettings,
  renameEnterprise,
  SETTINGS,
  type SettingName,
  setSetting,
} from '../../tenants/index.ts'
import { record } from '../audit-log/chain.ts'
import { auditEntry } from '../door/actor.ts'
import { personOf } from '../door/person.ts'

export interface SettingDeps {
  readonly database: Database
  readonly vault: Vault
}

/** The operator changes all other settings by command. */
const OWN: readonly SettingName[] = ['notification_email']

async function view(sql: Queryable, tenant: TenantId): Promise<Settings> {
  const [settings, { enterprise: name, email }] = await Promise.all([
    readSettings(sql, tenant),
    readContact(sql, tenant),
  ])
  const provided = (Object.keys(SETTINGS) as SettingName[]).filter((one) => !OWN.includes(one))
  return {
    own: { name, notification_email: email },
    provider: provided.map((one) => ({
      name: one,
      value: settings[one],
      means: SETTINGS[one].means,
      changed_by: 'operator',
    })),
  }
}

const InEnvironment = Closed({ environment: Type.String() })

export function settingRoutes(api: Api, { database, vault }: SettingDeps): void {
  api.get(
    '/:environment/settings',
    { config: { action: 'settings.read' }, schema: { hide: true, params: InEnvironment } },
    (request) => view(database.sql, callerOf(request).tenant),
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
        if (name !== undefined) await renameEnterprise(tx, personOf(request).enterprise.id, name.trim())
        if (notification_email !== undefined) {
          await setSetting(tx, tenant, 'notification_email', notification_email ?? 'none')
        }
        await record(tx, vault, auditEntry(request, 'settings.change', { details: { ...request.body } }))
        return view(tx, tenant)
      }),
  )
}
