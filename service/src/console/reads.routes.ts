import { Type } from 'typebox'
import type * as contract from '../../../contracts/console/pages.ts'
import { listOperators, listPeople } from '../dashboard/index.ts'
import { type Api, Closed } from '../http/index.ts'
import { ENVIRONMENTS, type Environment } from '../kernel/environment.ts'
import { problem } from '../kernel/errors.ts'
import { iso, isoOrNull } from '../kernel/time.ts'
import type { Mismatch } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database.ts'
import type { Vault } from '../platform/vault.ts'
import { countReviews, listReviews, readReview } from '../resources/account-connections/index.ts'
import { listAlertsOfAll } from '../resources/alerts/index.ts'
import { countAwaiting } from '../resources/approvals/index.ts'
import { listKept } from '../resources/bank-files/index.ts'
import { hasSharedSsn } from '../resources/connect/index.ts'
import { listOrigins } from '../resources/embed-origins/index.ts'
import { readLimits } from '../resources/limits/index.ts'
import {
  findNameRequest,
  type KeySummary,
  listKeys,
  listNameRequests,
  listStopped,
  listTenants,
  productionBank,
  readApprovalRules,
  readSettings,
  readTenant,
  requireTenant,
  tenantSettingsTable,
} from '../tenants/index.ts'
import { asProblem } from './deed-door.ts'
import { operatorOf } from './door.ts'
import { type ConsoleAction, mayOperate } from './roles.ts'

export interface ReadDeps {
  readonly database: Database
  readonly vault: Vault
  /** Audits every book from its first transfer on. */
  readonly audit: (database: Database) => Promise<Mismatch[]>
}

const REVIEWS_MAX = 200
const COUNTED_MAX = 1_000

export function readRoutes(api: Api, deps: ReadDeps): void {
  homeRoute(api, deps)
  identityRoutes(api, deps)
  enterpriseRoutes(api, deps)
  bookRoutes(api, deps)
  operatorRoutes(api, deps)
}

/** Counts of everything that waits for this operator. */
function homeRoute(api: Api, { database }: ReadDeps): void {
  api.get(
    '/home',
    { config: { needs: 'enterprises.read' }, schema: { hide: true } },
    async (request): Promise<contract.ConsoleHome> => {
      const { role } = operatorOf(request)
      return database.transaction(async (tx) => {
        const home: Record<string, number> = {}
        for (const [name, { needs, count }] of Object.entries(WAITING)) {
          if (mayOperate(role, needs)) home[name] = await count(tx)
        }
        return home as contract.ConsoleHome
      })
    },
  )
}

const WAITING: Readonly<Record<string, { readonly needs: ConsoleAction; count(tx: Tx): Promise<number> }>> = {
  identities: { needs: 'identities.read', count: countReviews },
  names: { needs: 'names.decide', count: async (tx) => (await listNameRequests(tx)).length },
  kept: { needs: 'bank.read', count: async (tx) => (await listKept(tx, await productionBank(tx))).length },
  approvals: {
    needs: 'approvals.decide',
    count: async (tx) => countAwaiting(tx, await productionBank(tx), COUNTED_MAX),
  },
  alerts: {
    needs: 'alerts.read',
    count: async (tx) => (await listAlertsOfAll(tx, { page: 1, pageSize: 1 }, { status: 'raised' })).total,
  },
  stopped: { needs: 'books.read', count: async (tx) => (await listStopped(tx)).length },
}

const Review = Closed({
  environment: Type.Unsafe<Environment>({ type: 'string', enum: ENVIRONMENTS }),
  enterprise: Type.String({ maxLength: 64 }),
  connection: Type.String({ maxLength: 64 }),
})

/** Identity checks and names that wait for review. */
function identityRoutes(api: Api, { database, vault }: ReadDeps): void {
  api.get(
    '/identities',
    { config: { needs: 'identities.read' }, schema: { hide: true } },
    async (): Promise<{ data: contract.IdentityReview[] }> => {
      const reviews = await listReviews(database.sql, REVIEWS_MAX)
      return { data: reviews.map((one) => ({ ...one, submitted_at: iso(one.submitted_at) })) }
    },
  )

  api.get(
    '/identities/:environment/:enterprise/:connection',
    { config: { needs: 'identities.read' }, schema: { hide: true, params: Review } },
    (request): Promise<contract.IdentityReviewDetail> => {
      const { environment, enterprise, connection: id } = request.params
      return database
        .transaction(async (tx) => {
          const tenant = await requireTenant(tx, enterprise, environment)
          const found = await readReview(tx, tenant, id, vault)
          if (!found) throw problem('not_found', `\`${id}\` does not wait for an identity review.`)
          const { connection, fields } = found
          return {
            connection: id,
            type: connection.submitted_type ?? '',
            enterprise,
            enterprise_name: (await readTenant(tx, tenant)).enterprise_name,
            environment,
            submitted_at: iso(connection.updated_at),
            fields: Object.keys(fields),
            shared_ssn: await hasSharedSsn(tx, tenant, id),
          }
        })
        .catch(asProblem)
    },
  )

  api.get(
    '/names',
    { config: { needs: 'names.decide', command: 'name list' }, schema: { hide: true } },
    async (): Promise<{ data: contract.NameReview[] }> => {
      const requests = await listNameRequests(database.sql)
      return { data: requests.map((one) => ({ ...one, requested_at: iso(one.requested_at) })) }
    },
  )
}

const viewKey = (key: KeySummary) => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  created_at: iso(key.created_at),
  last_used_at: isoOrNull(key.last_used_at),
  last_used_from: key.last_used_from,
  scopes: key.scopes,
  expires_at: isoOrNull(key.expires_at),
  allowed_networks: key.allowed_networks,
  expired: key.expired,
  revoked_at: isoOrNull(key.revoked_at),
  sent_in_plain_text_at: isoOrNull(key.flagged_at),
})

/** Limits by key or role are shown as they concern nobody in particular. */
const PROVIDER = { maker: { id: 'operator', role: 'admin' } } as const

async function readInEnvironment(
  tx: Tx,
  enterprise: string,
  environment: Environment,
  keys: readonly KeySummary[],
): Promise<contract.EnterpriseInEnvironment> {
  const tenant = await requireTenant(tx, enterprise, environment)
  const values = await readSettings(tx, tenant)
  const { payouts_stopped_because, suspended_because } = await readTenant(tx, tenant)
  return {
    payouts_stopped_because,
    suspended_because,
    limits: await readLimits(tx, tenant, PROVIDER),
    settings: tenantSettingsTable().map(({ name, means, form, empty }) => ({
      name,
      means,
      form,
      value: String(values[name] ?? empty ?? ''),
    })),
    keys: keys.filter((key) => key.environment === environment).map(viewKey),
    origins: (await listOrigins(tx, tenant)).map(({ id, origin }) => ({ id, origin })),
    approval_rules: await readApprovalRules(tx, tenant),
  }
}

async function readDetail(tx: Tx, id: string): Promise<contract.EnterpriseDetail> {
  const { enterprise_name: name } = await readTenant(tx, await requireTenant(tx, id, 'sandbox'))
  const keys = await listKeys(tx, id)
  return {
    id,
    name,
    requested_name: (await findNameRequest(tx, id)) ?? null,
    environments: {
      sandbox: await readInEnvironment(tx, id, 'sandbox', keys),
      production: await readInEnvironment(tx, id, 'production', keys),
    },
    people: (await listPeople(tx, id)).map((person) => ({
      id: person.id,
      name: person.name,
      email: person.email,
      role: person.role,
      two_factor: person.two_factor_enabled,
      created_at: iso(person.created_at),
      last_signed_in_at: isoOrNull(person.last_signed_in_at),
      passkeys: person.passkeys,
    })),
  }
}

const EnterpriseId = Closed({ id: Type.String({ maxLength: 64 }) })

function enterpriseRoutes(api: Api, { database }: ReadDeps): void {
  api.get(
    '/enterprises',
    { config: { needs: 'enterprises.read', command: 'enterprise list' }, schema: { hide: true } },
    async (): Promise<{ data: contract.EnterpriseListed[] }> => {
      const found = new Map<string, contract.EnterpriseListed>()
      for (const tenant of await listTenants(database.sql)) {
        const { enterprise: id, name, environment, created_at } = tenant
        const before = found.get(id) ?? { keys: { sandbox: 0, production: 0 }, suspended: [] }
        const keys = { ...before.keys, [environment]: tenant.keys }
        const suspended = [...before.suspended, ...(tenant.suspended ? [environment] : [])]
        found.set(id, { id, name, created_at: iso(created_at), keys, suspended })
      }
      return { data: [...found.values()] }
    },
  )

  const detail = { params: EnterpriseId, hide: true }
  for (const [path, command] of Object.entries(PARTS_OF_ENTERPRISE)) {
    api.get(`/enterprises/:id${path}`, { config: { needs: 'enterprises.read', command }, schema: detail }, (request) =>
      database.transaction((tx) => readDetail(tx, request.params.id)).catch(asProblem),
    )
  }
}

/** One page shows what four commands list. */
const PARTS_OF_ENTERPRISE = {
  '': 'key list',
  '/people': 'person list',
  '/origins': 'embed-origin list',
  '/limits': 'limits show',
} as const

function bookRoutes(api: Api, { database, audit }: ReadDeps): void {
  api.get(
    '/books/stopped',
    { config: { needs: 'books.read' }, schema: { hide: true } },
    async (): Promise<{ data: contract.StoppedBook[] }> => {
      const stopped = await listStopped(database.sql)
      const data = stopped.map(({ enterprise, name, environment, because }) => ({
        ...(enterprise === null ? {} : { enterprise }),
        name: name ?? 'The bank that production enterprises share',
        environment,
        because,
      }))
      return { data }
    },
  )

  // A POST, for it reads every transfer there is: no page does that by itself.
  api.post(
    '/books/audit',
    { config: { needs: 'books.read', command: 'audit' }, schema: { hide: true, body: Closed({}) } },
    async (): Promise<contract.BooksAudit> => ({ mismatches: await audit(database) }),
  )
}

function operatorRoutes(api: Api, { database }: ReadDeps): void {
  api.get(
    '/operators',
    { config: { needs: 'operators.read', command: 'operator list' }, schema: { hide: true } },
    async (): Promise<{ data: contract.OperatorListed[] }> => {
      const operators = await listOperators(database.sql)
      return {
        data: operators.map(({ id, name, email, role, two_factor_enabled, passkeys, last_signed_in_at }) => ({
          id,
          name,
          email,
          role,
          two_factor: two_factor_enabled,
          passkeys,
          last_signed_in_at: isoOrNull(last_signed_in_at),
        })),
      }
    },
  )
}
