import type { ApprovalReference } from '../../../../contracts/approvals.ts'
import { Problem, problem } from '../../kernel/errors.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import { add, cents, dollars, ZERO } from '../../kernel/money.ts'
import { readBalances } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import { lockName } from '../../platform/locks.ts'
import {
  insertApprovalsStatements,
  lockAwaitingSubject,
  type Maker,
  newApproval,
  referenceTo,
  type SubjectOwner,
} from '../../resources/approvals/index.ts'
import { judgePayouts, type PayoutDeps, type PayoutInput, previewPayouts } from '../../resources/payouts/index.ts'
import { readTenant, refuseSuspended } from '../../tenants/index.ts'
import { keepMaker, markApproved } from './makers.store.ts'
import { findConfirmedCopy, giveUpFile, lockFile, markConfirmed, type PayFile, readUnpaid, startFile } from './store.ts'

export const fileNotFound = (): Problem => problem('not_found', 'There is no file with this id.')

export interface Confirmation {
  /** Name and address of the person. */
  readonly by: string
  readonly maker: Maker
  readonly again: boolean
}

export interface Confirmed {
  readonly file: PayFile
  /** This call confirmed it. */
  readonly started: boolean
  /** It is paid once this is approved. */
  readonly approval?: ApprovalReference
}

/**
 * Confirms a file, so that a worker pays it. Of two calls at once the second finds it running. A file that stopped goes
 * on with the rows it has not paid. Where a rule says so, others must approve the file first.
 */
export async function confirmFile(
  deps: PayoutDeps,
  tx: Tx,
  tenant: TenantId,
  id: string,
  { by, maker, again }: Confirmation,
): Promise<Confirmed> {
  const file = await lockFile(tx, tenant, id)
  if (!file) throw fileNotFound()
  if (file.state === 'running' || file.state === 'done') return { file, started: false }
  const open = await lockAwaitingSubject(tx, tenant, { deed: 'payout', subject: file.id })
  if (open) return { file, started: false, approval: referenceTo(open) }
  if (file.faults > 0)
    throw problem('invalid_state', 'The file has faults: correct them and upload it again. Nobody was paid.')
  if (file.state === 'validated') await refuseRepeated(tx, tenant, file, again)
  const settings = await readTenant(tx, tenant)
  refuseSuspended(settings, 'the next rows of a confirmed pay file are paid')
  const unpaid = await readUnpaid(tx, tenant, file.id)
  await refuseUnfunded(deps, tx, tenant, unpaid)
  const amount = unpaid.reduce((sum, { amount_in_cents }) => add(sum, cents(amount_in_cents)), ZERO)
  // Compared with the limits as they stand. Each part of the file is compared again when it is paid, and counted then.
  const { rule, why } = await judgePayouts(tx, tenant, settings, unpaid, maker)
  await keepMaker(tx, tenant, file.id, maker)
  if (!rule) {
    await startFile(tx, tenant, file, by, newId('payFile'))
    return { file, started: true }
  }
  const subject = { type: 'pay_file' as const, id: file.id, count: unpaid.length, amount }
  const approval = newApproval(rule, maker, { ...subject, description: `Pay file ${file.name}${why}` }, settings)
  await markConfirmed(tx, tenant, file, by)
  await Promise.all(insertApprovalsStatements(tx, tenant, [{ approval, payouts: [] }]))
  return { file, started: true, approval: referenceTo(approval) }
}

/** Pays a confirmed file that was approved; one that was not can be confirmed again. */
export const confirmedFiles: SubjectOwner = {
  async lock(tx, tenant, { subject }) {
    await lockFile(tx, tenant, subject ?? '')
  },
  async carryOut(tx, tenant, { subject }) {
    const file = await lockFile(tx, tenant, subject ?? '')
    if (!file) return
    await markApproved(tx, tenant, file.id)
    await startFile(tx, tenant, file, file.confirmed_by ?? '', newId('payFile'))
  },
  async giveUp(tx, tenant, { subject }, why) {
    await giveUpFile(tx, tenant, subject ?? '', `Nobody was paid: ${why}.`)
  },
}

/** Two copies confirmed at the same moment wait for each other here. */
async function refuseRepeated(tx: Tx, tenant: TenantId, file: PayFile, again: boolean): Promise<void> {
  await lockName(tx, `pay file ${tenant} ${file.content_sha256.toString('hex')}`)
  const same = await findConfirmedCopy(tx, tenant, file)
  if (!same || again) return
  throw problem('file_paid_before', {
    message: `The same payments were confirmed before, as ${same.name}; confirm with \`again\` to pay them once more.`,
    existing_id: same.id,
  })
}

/** Checked before the first payout. If other payouts take the money later, the file stops where it is. */
async function refuseUnfunded(deps: PayoutDeps, tx: Tx, tenant: TenantId, left: readonly PayoutInput[]): Promise<void> {
  const { operating } = await readBalances(tx, tenant, ['operating'])
  const verdicts = await previewPayouts(tx, tenant, left, deps)
  // A row that would be refused now costs nothing: it is set apart when its turn comes.
  const costs = verdicts.map((verdict, nth) =>
    verdict instanceof Problem ? ZERO : add(cents(left[nth]?.amount_in_cents ?? 0), verdict.fee),
  )
  const needed = costs.reduce(add, ZERO)
  if (needed <= operating) return
  throw problem(
    'insufficient_funds',
    `The operating account holds ${dollars(operating)}, but ${dollars(needed)} is needed with fees. Nobody was paid.`,
  )
}
