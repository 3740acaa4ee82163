import type { Environment } from '../../kernel/environment.ts'
import { problem, validationFailed } from '../../kernel/errors.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import { type Framing, ORIGINS_MAX, readOrigin } from './model.ts'
import { deleteOrigin, type EmbedOriginRow, insertOrigin, listOrigins, lockOrigins } from './store.ts'

export async function addOrigin(
  tx: Tx,
  tenant: TenantId,
  text: string,
  environment: Environment,
): Promise<EmbedOriginRow> {
  const read = readOrigin(text, environment)
  if ('fault' in read) throw validationFailed([read.fault])
  await lockOrigins(tx, tenant)
  const known = await listOrigins(tx, tenant)
  const same = known.find(({ origin }) => origin === read.origin)
  if (same) {
    throw problem('embed_origin_exists', {
      message: `\`${read.origin}\` is registered already.`,
      existing_id: same.id,
    })
  }
  if (known.length >= ORIGINS_MAX) {
    throw problem('invalid_state', `There are ${ORIGINS_MAX} origins already; delete one first.`)
  }
  return insertOrigin(tx, tenant, newId('embedOrigin'), read.origin)
}

export async function removeOrigin(tx: Tx, tenant: TenantId, idOrOrigin: string): Promise<EmbedOriginRow> {
  const row = await deleteOrigin(tx, tenant, idOrOrigin)
  if (!row) throw problem('not_found', 'There is no embed origin with this id.')
  return row
}

export interface FramingDeps {
  readonly environment: Environment
  /** The service's own address: its example page may frame in the sandbox. */
  readonly publicRoot: () => string
}

/** The framing of this tenant's pages. The sandbox adds loopback addresses and the service's own example page. */
export async function framingOf(
  sql: Queryable,
  tenant: TenantId,
  { environment, publicRoot }: FramingDeps,
): Promise<Framing> {
  const registered = (await listOrigins(sql, tenant)).map(({ origin }) => origin)
  if (environment === 'production') return { origins: registered, loopback: false }
  return { origins: [...new Set([new URL(publicRoot()).origin, ...registered])], loopback: true }
}
