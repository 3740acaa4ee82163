import type { TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import type { Sendable, Unsendable } from '../../rails/ach/port.ts'
import {
  creatorsWaitingForFile,
  failUnsendableOfCreators,
  putCreatorsIntoFile,
  takeCreatorsForFile,
} from '../creator-withdrawals/index.ts'
import { failUnsendable, type PayoutDeps, putIntoFile, takeForFile, tenantsWithBatches } from '../payouts/index.ts'
import {
  failUnsendableWithdrawals,
  putWithdrawalsIntoFile,
  takeWithdrawalsForFile,
  tenantsWithWithdrawals,
} from '../withdrawals/index.ts'
import type { PaymentKind } from './compose-file.ts'

interface Take {
  readonly tenant: TenantId
  readonly until: Date
  readonly limit: number
}

/** A kind of payment that leaves in files, as its room offers it. */
interface OutgoingKind {
  /** Tenants with payments that may leave by then, each with the time from which its oldest may. */
  waiting(tx: Tx, bank: TenantId, until: Date): Promise<{ tenant: TenantId; batch_at: Date }[]>
  /** The payments of a tenant that may leave by then, locked until the transaction ends. */
  take(tx: Tx, take: Take, deps: PayoutDeps): Promise<readonly (Sendable | Unsendable)[]>
  fail(tx: Tx, tenant: TenantId, refused: readonly Unsendable[], deps: PayoutDeps): Promise<void>
  putIntoFile(
    tx: Tx,
    tenant: TenantId,
    file: string,
    payments: readonly { readonly id: string; readonly destination: string }[],
  ): Promise<void>
}

/** Every kind of payment that leaves in files. */
export const OUTGOING: Readonly<Record<PaymentKind, OutgoingKind>> = {
  payout: { waiting: tenantsWithBatches, take: takeForFile, fail: failUnsendable, putIntoFile },
  withdrawal: {
    waiting: tenantsWithWithdrawals,
    take: takeWithdrawalsForFile,
    fail: failUnsendableWithdrawals,
    putIntoFile: putWithdrawalsIntoFile,
  },
  creator: {
    waiting: creatorsWaitingForFile,
    take: takeCreatorsForFile,
    fail: failUnsendableOfCreators,
    putIntoFile: putCreatorsIntoFile,
  },
}

export const PAYMENT_KINDS = Object.keys(OUTGOING) as PaymentKind[]
