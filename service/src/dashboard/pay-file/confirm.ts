import { type Problem, problem } from '../../kernel/errors.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import { add, dollars } from '../../kernel/money.ts'
import type { Tx } from '../../platform/database.ts'
import { lockName } from '../../platform/locks.ts'
import { findSame, lockFile, type PayFile, readLeft, readOperating, startFile } from './store.ts'

export const fileNotFound = (): Problem => problem('not_found', 'There is no file with this id.')

/**
 * Decides that a file is paid. Twice at once is once: the second finds it running. A file that stopped goes on with what
 * it has not paid. True when this call has decided it.
 */
export async function confirmFile(
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
  await refuseShort(tx, tenant, file)
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
async function refuseShort(tx: Tx, tenant: TenantId, file: PayFile): Promise<void> {
  const [left, operating] = [await readLeft(tx, tenant, file.id), await readOperating(tx, tenant)]
  const needed = left.rows === file.rows ? add(file.total_in_cents, file.fees_in_cents) : left.amount
  if (needed <= operating) return
  throw problem(
    'insufficient_funds',
    `The operating account holds ${dollars(operating)}, but ${dollars(needed)} is needed with fees. Nobody was paid.`,
  )
}
