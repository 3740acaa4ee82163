import { Type } from 'typebox'
import { type BrandUpdate, LOGO_BYTES_MAX } from '../../../../contracts/brand.ts'
import { type Api, Closed, callerOf } from '../../http/index.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { Database } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { changeBrand, showBrand } from '../../tenants/index.ts'
import { record } from '../audit-log/chain.ts'
import { auditEntry } from '../door/actor.ts'

/** A picture of the largest size in base64, with its prefix. */
const LOGO_TEXT_MAX = Math.ceil(LOGO_BYTES_MAX / 3) * 4 + 64

const Optional = (maxLength: number) => Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]))
const InEnvironment = Closed({ environment: Type.String() })

export interface BrandDeps {
  readonly database: Database
  readonly vault: Vault
}

/** How creators and buyers see the enterprise. People trust a page by its looks, so a change needs a fresh sign-in. */
export function brandRoutes(api: Api, { database, vault }: BrandDeps): void {
  api.get(
    '/:environment/brand',
    { config: { action: 'settings.read' }, schema: { hide: true, params: InEnvironment } },
    (request) => showBrand(database.sql, callerOf(request).tenant),
  )

  api.put(
    '/:environment/brand',
    {
      config: { action: 'brand.change' },
      bodyLimit: 2 * LOGO_TEXT_MAX,
      schema: {
        hide: true,
        params: InEnvironment,
        body: Closed({ color: Optional(7), support: Optional(500), logo: Optional(LOGO_TEXT_MAX) }),
      },
    },
    (request) =>
      database.transaction(async (tx) => {
        const { environment } = request.params as { environment: Environment }
        const update: BrandUpdate = request.body
        const brand = await changeBrand(tx, callerOf(request).tenant, environment, update)
        const { logo, ...rest } = update
        const details = { ...rest, ...(logo === undefined ? {} : { logo: logo === null ? 'removed' : 'replaced' }) }
        await record(tx, vault, auditEntry(request, 'brand.change', { details }))
        return brand
      }),
  )
}
