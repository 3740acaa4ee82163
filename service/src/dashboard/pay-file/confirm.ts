import { Problem, problem } from '../../kernel/errors.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import { add, cents, dollars, ZERO } from '../../kernel/money.ts'
import { readBalances } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import { lockName } from '../../platform/locks.ts'
import { type PayoutDeps, previewPayouts } from '../../resources/payouts/index.ts'
import { findSame, lockFile, type PayFile, readLeft, startFile } from './store.ts'

export const fileNotFound = (): Problem => problem('not_found', 'There is no file with this id.')

/**
 * Decides that a file is paid. Twice at once is once: the second finds it running. A file that stopped goes on with what
 * it has not paid. True when this call has decided it.
 */
export async function confirmFile(
  deps: PayoutDeps,
  tx: Tx,
  tenant: TenantId,
  id: string,
  by: string,
  again: boolean,
): Promise<{ readonly file: PayFile; readonly started: boolean }> {
  const file = await lockFile(tx, tenant, id)
  if (!file) throw fileNotFound()
  if (file.state === 'running' || file.state === 'done') return { file, started: false }
  if (file.faults > 0)
    throw problem('invalid_state', 'The file has faults: mend them and bring it again. Nobody was paid.')
  if (file.state === 'validated') await refuseRepeated(tx, tenant, file, again)
  await refuseShort(deps, tx, tenant, file)
  await startFile(tx, tenant, file, by, newId('payFile'))
  return { file, started: true }
}

/** Two copies confirmed at the same moment wait for each other here. */
async function refuseRepeated(tx: Tx, tenant: TenantId, file: PayFile, again: boolean): Promise<void> {
  await lockName(tx, `pay file ${tenant} ${file.content_sha256.toString('hex')}`)
  const same = await findSame(tx, tenant, file)
  if (!same || again) return
  throw problem('file_paid_before', {
    message: `The same payments were confirmed before, as ${same.name}; confirm with \`again\` to pay them once more.`,
    existing_id: same.id,
  })
}

/** Said before anything happens; what other payouts take meanwhile stops the file where it is. */
async function refuseShort(deps: PayoutDeps, tx: Tx, tenant: TenantId, { id }: PayFile): Promise<void> {
  const [left, operating] = [await readLeft(tx, tenant, id), (await readBalances(tx, tenant, ['operating'])).operating]
  const verdicts = await previewPayouts(tx, tenant, left, deps)
  // A row that is refused by now costs nothing: it is set apart when its turn comes.
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
