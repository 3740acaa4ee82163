import { createHash } from 'node:crypto'
import { type Brand, type BrandUpdate, colorFault } from '../../../contracts/brand.ts'
import type { Enterprise } from '../../../contracts/connect.ts'
import type { Environment } from '../kernel/environment.ts'
import { type Fault, validationFailed } from '../kernel/errors.ts'
import type { TenantId } from '../kernel/ids.ts'
import type { Queryable, Tx } from '../platform/database.ts'
import { type BrandRow, lockBrand, readBrand, readLook, writeBrand } from './brands.store.ts'
import { cleanPng } from './png.ts'

const PREFIX = 'data:image/png;base64,'

const viewBrand = ({ color, support, logo }: BrandRow): Brand => ({
  color,
  support,
  logo: logo && `${PREFIX}${logo.toString('base64')}`,
})

export const showBrand = async (sql: Queryable, tenant: TenantId): Promise<Brand> =>
  viewBrand(await readBrand(sql, tenant))

/** The enterprise as pages for creators and buyers show it. */
export async function readEnterpriseLook(sql: Queryable, tenant: TenantId, name: string): Promise<Enterprise> {
  const { color, support, logo_digest } = await readLook(sql, tenant)
  return { name, color, support, logo: logo_digest && `/connect/logo/${logo_digest}.png` }
}

/** A page leads there: only to a web page, which is encrypted where real people follow it, or to an e-mail address. */
function supportFault(support: string, environment: Environment): string | undefined {
  const url = URL.parse(support)
  const schemes = environment === 'production' ? ['https:', 'mailto:'] : ['https:', 'http:', 'mailto:']
  if (!url || !schemes.includes(url.protocol) || url.username !== '' || url.password !== '') {
    return 'must be an https address, or mailto: and an e-mail address'
  }
  return url.protocol === 'mailto:' && !/^[^@\s?]+@[^@\s?]+$/.test(url.pathname)
    ? 'must have an e-mail address after mailto:'
    : undefined
}

const fieldFault = (param: keyof Brand, message: string | undefined): Fault[] =>
  message === undefined ? [] : [{ param, code: 'invalid_value', message }]

function readLogo(logo: string): { readonly png: Buffer } | { readonly fault: string } {
  if (!logo.startsWith(PREFIX)) return { fault: 'must be a PNG image' }
  return cleanPng(Buffer.from(logo.slice(PREFIX.length), 'base64'))
}

/** Changes the parts of the brand that are named, all of them or none. */
export async function changeBrand(
  tx: Tx,
  tenant: TenantId,
  environment: Environment,
  { color, support, logo }: BrandUpdate,
): Promise<Brand> {
  const read = logo == null ? undefined : readLogo(logo)
  const faults = [
    ...fieldFault('color', color == null ? undefined : colorFault(color)),
    ...fieldFault('support', support == null ? undefined : supportFault(support, environment)),
    ...fieldFault('logo', read && 'fault' in read ? read.fault : undefined),
  ]
  if (faults.length > 0) throw validationFailed(faults)
  const before = await lockBrand(tx, tenant)
  const png = read && 'png' in read ? read.png : null
  const after: BrandRow = {
    color: color === undefined ? before.color : (color?.toLowerCase() ?? null),
    support: support === undefined ? before.support : support,
    ...(logo === undefined
      ? { logo: before.logo, logo_digest: before.logo_digest }
      : { logo: png, logo_digest: png && createHash('sha256').update(png).digest('hex') }),
  }
  await writeBrand(tx, tenant, after)
  return viewBrand(after)
}
