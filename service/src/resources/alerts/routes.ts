import { type Api, Closed, callerOf, IdParam, ListOf, viewPage, walkQueryWith, walkRequest } from '../../http/index.ts'
import { problem } from '../../kernel/errors.ts'
import type { Database } from '../../platform/database.ts'
import { STATUSES } from './model.ts'
import { AlertSchema, viewAlert } from './schema.ts'
import { findAlert, listAlerts } from './store.ts'

export interface AlertRouteDeps {
  readonly database: Database
}

const tags = ['Alerts']

export function alertRoutes(api: Api, { database }: AlertRouteDeps): void {
  api.get(
    '/alert/:id',
    {
      schema: {
        operationId: 'getAlert',
        tags,
        summary: 'Read an alert',
        params: IdParam,
        response: { 200: AlertSchema },
      },
    },
    async (request) => {
      const alert = await findAlert(database.sql, callerOf(request).tenant, request.params.id)
      if (!alert) throw problem('not_found', 'There is no alert with this id.')
      return viewAlert(alert)
    },
  )

  api.get(
    '/alert',
    {
      config: { problems: ['validation_failed'] },
      schema: {
        operationId: 'listAlerts',
        tags,
        summary: 'List alerts',
        description:
          'What the service noticed and your people should look at. Each alert is raised once and clears by itself when its cause is gone; both are events (`alert.update`). Thresholds are set in the dashboard.',
        querystring: Closed(walkQueryWith(STATUSES)),
        response: { 200: ListOf(AlertSchema) },
      },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      const { page, filter } = walkRequest(tenant, 'alert', request.query)
      return viewPage(await listAlerts(database.sql, tenant, page, filter), page, viewAlert)
    },
  )
}
