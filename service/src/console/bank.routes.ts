import { Type } from 'typebox'
import type * as contract from '../../../contracts/console/pages.ts'
import { type Api, Closed } from '../http/index.ts'
import { problem } from '../kernel/errors.ts'
import { isoOrNull } from '../kernel/time.ts'
import type { Database, Tx } from '../platform/database.ts'
import { AchFault, describeAch, readAch } from '../rails/ach/nacha/index.ts'
import {
  agrees,
  type FileJourney,
  listFileDays,
  listFileEntries,
  listFiles,
  listKept,
  listTrusted,
  readJourney,
  readReturnRates,
  reconcile,
} from '../resources/bank-files/index.ts'
import {
  listKeptMovements,
  type ProcessorDay,
  processorAgrees,
  reconcileProcessor,
} from '../resources/processor/index.ts'
import { listTenants, operatingNumber, productionBank, requireTenant } from '../tenants/index.ts'
import { readBankingDay } from './banking-day.ts'
import { asProblem } from './deed-door.ts'
import type { DeedTools } from './deeds/deed.ts'

const ENTRIES_SHOWN = 100
const DAYS_SHOWN = 60
const FILE_MAX = 8 * 1024 * 1024

const whole = <Row>(data: readonly Row[]) => ({ data })

export interface BankRoutesDeps {
  readonly database: Database
  readonly tools: Pick<DeedTools, 'originator'>
}

export function bankRoutes(api: Api, deps: BankRoutesDeps): void {
  listRoutes(api, deps)
  fileRoutes(api, deps)
}

/** Entries that wait, files, trusted senders and rates of returns. */
function listRoutes(api: Api, { database }: BankRoutesDeps): void {
  api.get('/bank/kept', { config: { needs: 'bank.read', command: 'ach kept' }, schema: { hide: true } }, () =>
    database.transaction(
      async (tx): Promise<{ data: readonly contract.KeptBankEntry[] }> =>
        whole(await listKept(tx, await productionBank(tx))),
    ),
  )

  api.get(
    '/processor/kept',
    { config: { needs: 'bank.read', command: 'processor kept' }, schema: { hide: true } },
    () =>
      database.transaction(
        async (tx): Promise<{ data: readonly contract.KeptMovement[] }> =>
          whole(await listKeptMovements(tx, await productionBank(tx))),
      ),
  )

  api.get('/bank/files', { config: { needs: 'bank.read', command: 'ach files' }, schema: { hide: true } }, () =>
    database.transaction(
      async (tx): Promise<{ data: readonly contract.BankFile[] }> =>
        whole(await listFiles(tx, await productionBank(tx))),
    ),
  )

  api.get('/bank/trusted', { config: { needs: 'bank.read', command: 'ach trusted' }, schema: { hide: true } }, () =>
    database.transaction(
      async (tx): Promise<{ data: readonly contract.TrustedSender[] }> =>
        whole((await listTrusted(tx, await productionBank(tx))).map((company) => ({ company }))),
    ),
  )

  api.get('/bank/returns', { config: { needs: 'bank.read', command: 'ach returns' }, schema: { hide: true } }, () =>
    database.transaction(async (tx): Promise<contract.ReturnRates> => readReturnRates(tx, await productionBank(tx))),
  )
}

/** One file, one day, the accounts, and a file that an operator holds. */
function fileRoutes(api: Api, { database, tools }: BankRoutesDeps): void {
  api.get(
    '/bank/files/:id',
    { config: { needs: 'bank.read' }, schema: { hide: true, params: Closed({ id: Type.String({ maxLength: 64 }) }) } },
    (request) => database.transaction((tx) => readFile(tx, request.params.id)),
  )

  api.get(
    '/bank/reconciliation',
    {
      config: { needs: 'bank.read', command: 'reconcile' },
      schema: { hide: true, querystring: Closed({ day: Type.Optional(Type.String({ maxLength: 10 })) }) },
    },
    (request) => database.transaction((tx) => readDay(tx, request.query.day)).catch(asProblem),
  )

  api.get('/bank/accounts', { config: { needs: 'bank.read', command: 'ach accounts' }, schema: { hide: true } }, () =>
    database.transaction(async (tx): Promise<{ data: readonly contract.OperatingAccount[] }> => {
      const accounts: contract.OperatingAccount[] = []
      for (const { enterprise, name, environment } of await listTenants(tx)) {
        if (environment !== 'production') continue
        accounts.push({ number: operatingNumber(await requireTenant(tx, enterprise, environment)), enterprise, name })
      }
      return whole(accounts)
    }),
  )

  api.post(
    '/bank/inspect',
    {
      config: { needs: 'bank.read', command: 'ach inspect' },
      bodyLimit: FILE_MAX,
      schema: { hide: true, body: Closed({ text: Type.String({ minLength: 1, maxLength: FILE_MAX }) }) },
    },
    async (request): Promise<contract.CheckLines> => ({
      lines: inspect(request.body.text, tools.originator?.origin),
    }),
  )
}

/** The contents of an ACH file, line by line; a problem with the line and the reason if it is refused. */
function inspect(text: string, ownId: string | undefined): string[] {
  try {
    const { file, broken } = readAch(Buffer.from(text, 'latin1'), ownId)
    const [first] = broken
    if (first) throw first.fault
    return describeAch(file)
  } catch (error) {
    if (error instanceof AchFault) throw problem('validation_failed', `The file is refused: ${error.message}`)
    throw error
  }
}

/** The stations that a file has passed, and those ahead of it. */
const JOURNEY: Readonly<Record<'out' | 'in', (file: FileJourney) => [what: string, at: Date | null][]>> = {
  out: ({ created_at, delivered_at, upload_name, attempt, status }) => [
    ['Made', created_at],
    [upload_name === null ? 'Not uploaded yet' : `Uploaded as ${upload_name}, attempt ${attempt}`, null],
    [status === 'delivered' ? 'Delivered under its own name' : `Not delivered: ${status}`, delivered_at],
  ],
  in: ({ created_at, status, resolved_at }) => [
    [status === 'refused' ? 'Received and refused' : 'Received', created_at],
    ...(status === 'refused'
      ? ([[resolved_at === null ? 'Waits for an operator' : 'Dealt with by an operator', resolved_at]] as [
          string,
          Date | null,
        ][])
      : []),
  ],
}

async function readFile(tx: Tx, id: string): Promise<contract.BankFileDetail> {
  const bank = await productionBank(tx)
  const file = await readJourney(tx, bank, id)
  if (!file) throw problem('not_found', 'There is no bank file with this id.')
  const {
    created_at: _made,
    delivered_at: _left,
    resolved_at: _dealt,
    attempt: _tries,
    upload_name: _name,
    ...shown
  } = file
  return {
    ...shown,
    journey: JOURNEY[file.direction](file).map(([what, at]) => ({ what, at: isoOrNull(at) })),
    listed: await listFileEntries(tx, bank, id, ENTRIES_SHOWN),
  }
}

async function readDay(tx: Tx, text: string | undefined): Promise<contract.BankReconciliation> {
  const bank = await productionBank(tx)
  const found = await reconcile(tx, bank, await readBankingDay(tx, bank, text))
  const { day, sums, differences, balance } = found
  const processor = await reconcileProcessor(tx, bank, day)
  return {
    day,
    agrees: agrees(found) && processorAgrees(processor),
    processor: processor ? viewProcessor(processor) : null,
    sums: sums.map(({ kind, entries, said, posted }) => ({
      kind,
      entries,
      said_in_cents: said,
      posted_in_cents: posted,
    })),
    differences: differences.map(({ name, kind, about, said, posted, why, resolved }) => ({
      name,
      kind,
      about,
      said_in_cents: said,
      posted_in_cents: posted,
      why,
      resolved,
    })),
    balance: balance
      ? { since: balance.since, moved_in_cents: balance.moved, expected_in_cents: balance.expected }
      : null,
    days: await listFileDays(tx, bank, DAYS_SHOWN),
  }
}

const viewProcessor = ({ sums, differences, balance }: ProcessorDay): contract.ProcessorReconciliation => ({
  sums: sums.map(({ movement, entries, said, posted }) => ({
    movement,
    entries,
    said_in_cents: said,
    posted_in_cents: posted,
  })),
  differences: differences.map(({ id, kind, said, posted, why }) => ({
    id,
    kind,
    said_in_cents: said,
    posted_in_cents: posted,
    why,
  })),
  balance: balance
    ? { since: balance.since, moved_in_cents: balance.moved, expected_in_cents: balance.expected }
    : null,
})
