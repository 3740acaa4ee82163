import type { PayFileConfirm } from '../../../../contracts/dashboard/pay-file.ts'
import { type Api, Closed, callerOf, listRequest, PageQuery, viewPage } from '../../http/index.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Vault } from '../../platform/vault.ts'
import { record } from '../audit-log/index.ts'
import { personName, personOf } from '../door/index.ts'
import { confirmFile, fileNotFound } from './confirm.ts'
import { type LookDeps, lookAtFile } from './look.ts'
import {
  ConfirmBody,
  FileListSchema,
  FileParams,
  FileSchema,
  RowListSchema,
  RowsQuery,
  UploadBody,
  viewFile,
  viewRow,
  viewSummary,
  type Whole,
} from './schema.ts'
import { countPaid, findFile, findSame, listFiles, listRows, readOperating } from './store.ts'

export interface PayFileRouteDeps extends LookDeps {
  readonly vault: Vault
}

/** Ten thousand rows, each as long as an honest one can be. */
const BYTES_MAX = 16 * 1024 * 1024
const FAULTY_SHOWN = 200

export function payFileRoutes(api: Api, deps: PayFileRouteDeps): void {
  const { database, vault } = deps

  async function readWhole(tenant: TenantId, id: string): Promise<Whole> {
    const file = await findFile(database.sql, tenant, id)
    if (!file) throw fileNotFound()
    const [paid, operating, { data: faulty }, same] = await Promise.all([
      countPaid(database.sql, tenant, file.id),
      readOperating(database.sql, tenant),
      listRows(database.sql, tenant, file.id, { page: 1, pageSize: FAULTY_SHOWN }, true),
      findSame(database.sql, tenant, file),
    ])
    return { file, paid, operating, faulty, same }
  }

  api.post(
    '/pay-file',
    {
      bodyLimit: BYTES_MAX,
      config: { action: 'payments.make' },
      schema: { hide: true, body: UploadBody, response: { 201: FileSchema } },
    },
    async (request, reply) => {
      const { tenant } = callerOf(request)
      const id = await lookAtFile(deps, tenant, personName(personOf(request)), request.body)
      return reply.code(201).send(viewFile(await readWhole(tenant, id)))
    },
  )

  api.get(
    '/pay-file',
    {
      config: { action: 'resources.read' },
      schema: { hide: true, querystring: Closed(PageQuery), response: { 200: FileListSchema } },
    },
    async (request) => {
      const { page } = listRequest(request.query)
      return viewPage(await listFiles(database.sql, callerOf(request).tenant, page), page, (file) =>
        viewSummary(file, file.paid),
      )
    },
  )

  api.get(
    '/pay-file/:id',
    {
      config: { action: 'resources.read' },
      schema: { hide: true, params: FileParams, response: { 200: FileSchema } },
    },
    async (request) => viewFile(await readWhole(callerOf(request).tenant, request.params.id)),
  )

  api.get(
    '/pay-file/:id/rows',
    {
      config: { action: 'resources.read' },
      schema: { hide: true, params: FileParams, querystring: RowsQuery, response: { 200: RowListSchema } },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      const file = await findFile(database.sql, tenant, request.params.id)
      if (!file) throw fileNotFound()
      const { page } = listRequest(request.query)
      const rows = await listRows(database.sql, tenant, file.id, page, request.query.only === 'faulty')
      return viewPage(rows, page, viewRow)
    },
  )

  api.post(
    '/pay-file/:id/confirm',
    {
      config: { action: 'payments.make' },
      schema: { hide: true, params: FileParams, body: ConfirmBody, response: { 200: FileSchema } },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      const { id, environment } = request.params
      const person = personOf(request)
      await database.transaction(async (tx) => {
        const { again = false }: PayFileConfirm = request.body
        const { file, started } = await confirmFile(deps, tx, tenant, id, personName(person), again)
        if (!started) return
        await record(tx, vault, {
          enterprise: person.enterprise.id,
          personId: person.id,
          person: personName(person),
          action: 'pay_file.confirm',
          subject: file.id,
          details: {
            name: file.name,
            sha256: file.sha256.toString('hex'),
            rows: file.rows,
            total_in_cents: file.total_in_cents,
            ...(again ? { again } : {}),
          },
          environment: environment as 'sandbox' | 'production',
          address: request.ip,
          requestId: request.id,
        })
      })
      return viewFile(await readWhole(tenant, id))
    },
  )
}
