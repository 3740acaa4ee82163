import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TenantId } from '../../src/kernel/ids.ts'
import { cents } from '../../src/kernel/money.ts'
import { post } from '../../src/ledger/index.ts'
import { runAllDue } from '../../src/platform/due.ts'
import { createLogger } from '../../src/platform/logs.ts'
import type { Vault } from '../../src/platform/vault.ts'
import { achByFile } from '../../src/rails/ach/by-file.ts'
import { type AchFile, type Addenda, type Entry, readAch, writeAch } from '../../src/rails/ach/nacha/index.ts'
import { sandboxAch } from '../../src/rails/ach/sandbox.ts'
import { folderTransport } from '../../src/rails/ach/transport/folder.ts'
import type { FileCipher } from '../../src/rails/ach/transport/pgp.ts'
import type { BankFolders } from '../../src/rails/ach/transport/port.ts'
import {
  makeFiles,
  type Originator,
  receiveFiles,
  settleReceived,
  transmitFiles,
} from '../../src/resources/bank-files/index.ts'
import { creatorWithdrawalsDue } from '../../src/resources/creator-withdrawals/index.ts'
import { incomingDue } from '../../src/resources/incoming-money/index.ts'
import { payoutsDue } from '../../src/resources/payouts/index.ts'
import { withdrawalsDue } from '../../src/resources/withdrawals/index.ts'
import { productionBank, requireTenant, tenantNow } from '../../src/tenants/index.ts'
import type { Client } from './client.ts'
import { legacyMethod, person } from './payouts.ts'
import type { RunningService } from './service.ts'
import { vault } from './vault.ts'
import { whenDone } from './when-done.ts'

export const ORIGINATOR: Originator = {
  destination: '231380104',
  destinationName: 'First Bank',
  origin: '1212345678',
  originName: 'Tributary',
  companyIdentification: '1212345678',
  routingNumber: '121042882',
}

/** The originator of the card processor's payouts. */
export const PROCESSOR_COMPANY = '1800948598'

const log = createLogger(process.env.TEST_LOG_LEVEL ?? 'silent')
const payoutDeps = { vault, log, ach: { sandbox: sandboxAch, production: achByFile } }
const DUE = [payoutsDue(payoutDeps), withdrawalsDue(payoutDeps), creatorWithdrawalsDue(payoutDeps), incomingDue]

/** A bank that takes our files from one folder and puts its own into another. */
export interface TestBank {
  readonly id: TenantId
  readonly out: string
  readonly in: string
  readonly folders: BankFolders
  /** The clock of all of production; it only goes forward. */
  setClock(at: string): Promise<void>
  make(originator?: Originator): Promise<number>
  transmit(over?: BankFolders | Exchange, leaseMs?: number): Promise<void>
  /** Does what is due to the payouts and withdrawals of these tenants. */
  sweep(tenants: readonly TenantId[]): Promise<void>
  receive(over?: BankFolders | Exchange, opened?: Vault): Promise<void>
  /** Files that stand there under their real names, read. */
  files(): Promise<{ name: string; file: AchFile }[]>
  /** Takes them away, as banks do. */
  take(): Promise<void>
  /** The names of those it has taken. */
  taken(): Promise<string[]>
  /** Every entry that ever reached the bank. */
  entries(): Promise<Entry[]>
  answer(answers: readonly Answer[], name?: string, companyIdentification?: string): Promise<string>
  put(name: string, text: string): Promise<void>
}

/** Other folders than the bank's own, or PGP over them. */
interface Exchange {
  readonly folders?: BankFolders
  readonly cipher?: FileCipher | undefined
}

const exchangeOf = (over: BankFolders | Exchange): Exchange => ('readOut' in over ? { folders: over } : over)

export type Answer = { readonly entry: Entry } & (
  | { readonly returned: string }
  | { readonly changed: string; readonly data: string }
)

export async function startBank({ database }: Pick<RunningService, 'database'>): Promise<TestBank> {
  const root = await mkdtemp(join(tmpdir(), 'tributary-bank-'))
  whenDone(() => rm(root, { recursive: true, force: true }))
  const place = { out: join(root, 'out'), in: join(root, 'in'), taken: join(root, 'taken') }
  for (const folder of Object.values(place)) await mkdir(folder)
  const folders = folderTransport(place)
  const id = await database.transaction(productionBank)
  // Production's clock is the real one; only a test of a whole week moves it.
  await database.sql`alter table tenants
    drop constraint if exists tenants_check, drop constraint if exists tenants_clock_offset_ms_check`
  const deps = { ...payoutDeps, originator: ORIGINATOR, processorCompanyIds: [PROCESSOR_COMPANY], folders, log }
  const read = async (folder: string) =>
    Promise.all(
      (await readdir(folder))
        .filter((name) => !name.startsWith('.'))
        .sort()
        .map(async (name) => ({ name, file: readAch(await readFile(join(folder, name))).file })),
    )
  const bank: TestBank = {
    id,
    out: place.out,
    in: place.in,
    folders,
    async setClock(at) {
      // Rounded up: a clock that is set to a cut-off must not stand a millisecond before it.
      await database.sql`
        update tenants set clock_offset_ms = ceil(extract(epoch from ${at}::timestamptz - statement_timestamp()) * 1000)
        where environment = 'production'`
    },
    make: (originator = ORIGINATOR) => makeFiles(database, id, { ...deps, originator }),
    transmit: (over = folders, leaseMs = 1) => transmitFiles(database, id, { ...deps, ...exchangeOf(over), leaseMs }),
    async sweep(tenants) {
      for (const tenant of tenants) {
        await runAllDue(database, DUE, tenant, await tenantNow(database.sql, tenant))
      }
    },
    async receive(over = folders, opened = vault) {
      try {
        await receiveFiles(database, id, { ...deps, ...exchangeOf(over), vault: opened })
      } finally {
        await settleReceived(database, id, { ...deps, vault: opened })
      }
    },
    files: () => read(place.out),
    async take() {
      for (const { name } of await bank.files()) await rename(join(place.out, name), join(place.taken, name))
    },
    taken: () => readdir(place.taken),
    async entries() {
      const all = [...(await read(place.out)), ...(await read(place.taken))]
      return all.flatMap(({ file }) => file.batches.flatMap(({ entries }) => entries))
    },
    async answer(
      answers,
      name = `answer-${randomUUID()}.ach`,
      companyIdentification = ORIGINATOR.companyIdentification,
    ) {
      const text = writeAch(answerFile(answers, companyIdentification))
      await bank.put(name, text)
      return text
    },
    put: (name, text) => writeFile(join(place.in, name), text, 'latin1'),
  }
  return bank
}

/** What a receiving bank says to entries of ours. */
export function answerFile(answers: readonly Answer[], companyIdentification: string): AchFile {
  const entries = answers.map((answer, nth): Entry => {
    const { entry } = answer
    const trace = `23138010${String(nth + 1).padStart(7, '0')}`
    const original = {
      originalTraceNumber: entry.traceNumber,
      originalReceivingDfi: entry.routingNumber.slice(0, 8),
      traceNumber: trace,
    }
    const addenda: Addenda =
      'returned' in answer
        ? { type: '99', returnCode: answer.returned, dateOfDeath: '', information: '', ...original }
        : { type: '98', changeCode: answer.changed, correctedData: answer.data, ...original }
    return {
      ...entry,
      // Answers go to the bank that originated; who received stands in the addenda.
      routingNumber: ORIGINATOR.routingNumber,
      transactionCode: `${entry.transactionCode.charAt(0)}1`,
      amount: 'returned' in answer ? entry.amount : 0,
      traceNumber: trace,
      addenda: [addenda],
    }
  })
  return incomingFile(entries, companyIdentification, 'returned' in (answers[0] ?? {}) ? 'PPD' : 'COR')
}

/** A file of the bank's with these entries. */
export const incomingFile = (
  entries: readonly Entry[],
  companyIdentification: string,
  entryClass = 'PPD',
  day = '261116',
): AchFile => ({
  header: {
    immediateDestination: ` ${ORIGINATOR.routingNumber}`,
    immediateOrigin: ' 231380104',
    fileCreationDate: day,
    fileCreationTime: '0800',
    fileIdModifier: 'A',
    immediateDestinationName: 'Tributary',
    immediateOriginName: 'First Bank',
    referenceCode: randomUUID().slice(0, 8),
  },
  batches: [
    {
      header: {
        serviceClassCode: '200',
        companyName: 'Tributary',
        companyDiscretionaryData: '',
        companyIdentification,
        standardEntryClassCode: entryClass,
        companyEntryDescription: 'PAYOUT',
        companyDescriptiveDate: '',
        effectiveEntryDate: day,
        settlementDate: '   ',
        originatorStatusCode: '1',
        originatingDfi: '23138010',
        batchNumber: '0000001',
      },
      entries,
    },
  ],
})

export const creditEntry = (nth: number, accountNumber: string, amount: number): Entry => ({
  transactionCode: '22',
  routingNumber: ORIGINATOR.routingNumber,
  accountNumber,
  amount,
  individualIdentification: '',
  individualName: 'Somebody',
  discretionaryData: '',
  traceNumber: `23138010${String(nth).padStart(7, '0')}`,
  addenda: [],
})

export interface Producer {
  readonly tenant: TenantId
  readonly client: Client
}

/** An enterprise in production with funds. */
export async function producer(running: RunningService, name: string, funds = 1_000_000_000): Promise<Producer> {
  const { id, production } = await running.enterprise(name)
  const tenant = await running.database.transaction(async (tx) => {
    const tenant = await requireTenant(tx, id, 'production')
    if (funds === 0) return tenant
    const at = await tenantNow(tx, tenant)
    const amount = cents(funds)
    await post(tx, tenant, [{ sourceId: id, kind: 'opening', debit: 'funding', credit: 'operating', amount, at }])
    return tenant
  })
  return { tenant, client: production }
}

/** A creator who is paid by ACH; answers the connection's id. */
export async function achConnection(client: Client, bank: object = {}): Promise<string> {
  const made = await client.post('/account-connection', person({ legacy_payout_method: legacyMethod(bank) }))
  if (made.status !== 201) throw new Error(made.text)
  return made.body.id
}
