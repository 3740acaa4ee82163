import { Type } from 'typebox'
import { ALERT_KINDS, ALERT_STATUSES } from '../../../contracts/alerts.ts'
import type * as contract from '../../../contracts/console/alerts.ts'
import type { Page, WholeList } from '../../../contracts/lists.ts'
import { type Api, Closed, listRequest, OneOf, PageQuery, viewPage } from '../http/index.ts'
import { ENVIRONMENTS, type Environment } from '../kernel/environment.ts'
import { isoOrNull } from '../kernel/time.ts'
import type { Database } from '../platform/database.ts'
import type { AlertSearch } from '../resources/alerts/index.ts'
import { asProblem } from './deed-door.ts'
import type { DeedTools } from './deeds/deed.ts'
import { readEnterpriseAlert, readEnterpriseAlerts, viewEnterpriseAlert } from './enterprise-alerts.ts'
import { findServiceCauses } from './service-alerts.ts'

export interface AlertRouteDeps {
  readonly database: Database
  readonly tools: Pick<DeedTools, 'payouts'>
}

const Id = Type.String({ maxLength: 64 })
const needs = 'alerts.read'

/** Alerts of the service itself, and those that enterprises have set. */
export function alertRoutes(api: Api, { database, tools }: AlertRouteDeps): void {
  api.get(
    '/alerts',
    {
      config: { needs, command: 'alerts list' },
      schema: {
        hide: true,
        querystring: Closed({
          ...PageQuery,
          status: Type.Optional(OneOf(ALERT_STATUSES)),
          kind: Type.Optional(OneOf(Object.keys(ALERT_KINDS))),
          enterprise: Type.Optional(Id),
          environment: Type.Optional(OneOf(ENVIRONMENTS)),
        }),
      },
    },
    async (request): Promise<Page<contract.EnterpriseAlert>> => {
      const { page } = listRequest(request.query)
      const search = request.query as AlertSearch
      const found = await database.transaction((tx) => readEnterpriseAlerts(tx, page, search))
      return viewPage(found, page, viewEnterpriseAlert)
    },
  )

  api.get(
    '/alerts/service',
    { config: { needs }, schema: { hide: true } },
    async (): Promise<WholeList<contract.ServiceAlert>> => {
      const causes = await database.transaction((tx) => findServiceCauses(tx, tools))
      return { data: causes.map((cause) => ({ ...cause, since: isoOrNull(cause.since) })) }
    },
  )

  api.get(
    '/alerts/:environment/:enterprise/:id',
    {
      config: { needs },
      schema: {
        hide: true,
        params: Closed({
          environment: Type.Unsafe<Environment>({ type: 'string', enum: ENVIRONMENTS }),
          enterprise: Id,
          id: Id,
        }),
      },
    },
    (request): Promise<contract.EnterpriseAlertDetail> =>
      database.transaction((tx) => readEnterpriseAlert(tx, request.params)).catch(asProblem),
  )
}
