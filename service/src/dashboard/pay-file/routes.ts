import type { PayFileConfirm } from '../../../../contracts/dashboard/pay-file.ts'
import { type Api, callerOf, listRequest, viewPage } from '../../http/index.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { readBalances } from '../../ledger/index.ts'
import type { Vault } from '../../platform/vault.ts'
import { findAwaitingSubjects, makerOf } from '../../resources/approvals/index.ts'
import { record } from '../audit-log/index.ts'
import { auditEntry } from '../door/actor.ts'
import { personName, personOf } from '../door/index.ts'
import { confirmFile, fileNotFound } from './confirm.ts'
import {
  ConfirmBody,
  type FileDetails,
  FileListSchema,
  FileParams,
  FileSchema,
  FilesQuery,
  RowListSchema,
  RowsQuery,
  UploadBody,
  viewFile,
  viewRow,
  viewSummary,
} from './schema.ts'
import {
  findConfirmedCopy,
  findCountedFile,
  findFile,
  listFiles,
  listFirstFaulty,
  listRows,
  type NewFile,
} from './store.ts'
import { type PayFileDeps, validateFile } from './validate.ts'

export interface PayFileRouteDeps extends PayFileDeps {
  readonly vault: Vault
}

/** Ten thousand rows, each as long as an honest one can be. */
const BYTES_MAX = 16 * 1024 * 1024
const FAULTY_SHOWN = 200

export function payFileRoutes(api: Api, deps: PayFileRouteDeps): void {
  uploadRoute(api, deps)
  listRoute(api, deps)
  detailRoute(api, deps)
  rowsRoute(api, deps)
  confirmRoute(api, deps)
}

async function readDetails({ database }: PayFileDeps, tenant: TenantId, id: string): Promise<FileDetails> {
  const file = await findCountedFile(database.sql, tenant, id)
  if (!file) throw fileNotFound()
  const [{ operating }, faulty, same, approvals] = await Promise.all([
    readBalances(database.sql, tenant, ['operating']),
    listFirstFaulty(database.sql, tenant, file, FAULTY_SHOWN),
    findConfirmedCopy(database.sql, tenant, file),
    findAwaitingSubjects(database.sql, tenant, 'payout', [file.id]),
  ])
  return { file, operating, faulty, same, approval: approvals.get(file.id) }
}

/** The audit log's details of a file. */
const detailsOf = ({ name, sha256, rows, total_in_cents }: NewFile) => ({
  name,
  sha256: sha256.toString('hex'),
  rows,
  total_in_cents,
})

function uploadRoute(api: Api, deps: PayFileRouteDeps): void {
  api.post(
    '/pay-file',
    {
      bodyLimit: BYTES_MAX,
      config: { action: 'payments.make' },
      schema: { hide: true, body: UploadBody, response: { 201: FileSchema } },
    },
    async (request, reply) => {
      const { tenant } = callerOf(request)
      const id = await validateFile(deps, tenant, personName(personOf(request)), request.body, (tx, file) =>
        record(tx, deps.vault, auditEntry(request, 'pay_file.upload', { subject: file.id, details: detailsOf(file) })),
      )
      return reply.code(201).send(viewFile(await readDetails(deps, tenant, id)))
    },
  )
}

function listRoute(api: Api, { database }: PayFileRouteDeps): void {
  api.get(
    '/pay-file',
    {
      config: { action: 'resources.read' },
      schema: { hide: true, querystring: FilesQuery, response: { 200: FileListSchema } },
    },
    async (request) => {
      const { page, filter } = listRequest(request.query)
      const files = await listFiles(database.sql, callerOf(request).tenant, page, filter.state)
      return viewPage(files, page, viewSummary)
    },
  )
}

function detailRoute(api: Api, deps: PayFileRouteDeps): void {
  api.get(
    '/pay-file/:id',
    {
      config: { action: 'resources.read' },
      schema: { hide: true, params: FileParams, response: { 200: FileSchema } },
    },
    async (request) => viewFile(await readDetails(deps, callerOf(request).tenant, request.params.id)),
  )
}

function rowsRoute(api: Api, { database }: PayFileRouteDeps): void {
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
      const rows = await listRows(database.sql, tenant, file, page, request.query.only === 'faulty')
      return viewPage(rows, page, viewRow)
    },
  )
}

function confirmRoute(api: Api, deps: PayFileRouteDeps): void {
  const { database, vault } = deps
  api.post(
    '/pay-file/:id/confirm',
    {
      config: { action: 'payments.make' },
      schema: { hide: true, params: FileParams, body: ConfirmBody, response: { 200: FileSchema } },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      const { id } = request.params
      const { again = false }: PayFileConfirm = request.body
      await database.transaction(async (tx) => {
        const by = personName(personOf(request))
        const maker = makerOf(callerOf(request))
        const { file, started, approval } = await confirmFile(deps, tx, tenant, id, { by, maker, again })
        if (!started) return
        const awaits = approval ? { approval: approval.id } : {}
        const details = { ...detailsOf(file), ...(again ? { again } : {}), ...awaits }
        await record(tx, vault, auditEntry(request, 'pay_file.confirm', { subject: file.id, details }))
      })
      return viewFile(await readDetails(deps, tenant, id))
    },
  )
}
