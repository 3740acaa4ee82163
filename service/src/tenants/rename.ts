import { problem } from '../kernel/errors.ts'
import type { Tx } from '../platform/database.ts'
import { lockName } from '../platform/locks.ts'
import { findEnterpriseName, updateEnterpriseName } from './enterprises.store.ts'
import { otherNames, putNameRequest, takeNameRequest } from './name-requests.store.ts'
import { cleanEnterpriseName, isReserved, refusedName, skeletonOf } from './names.ts'

/** Throws where creators or buyers could take the enterprise for another one. */
async function refuseLookAlike(tx: Tx, enterprise: string, name: string): Promise<void> {
  const skeleton = skeletonOf(name)
  if (isReserved(skeleton)) throw refusedName('must not be the name of the provider')
  const others = await otherNames(tx, enterprise)
  if (others.some((other) => skeletonOf(other) === skeleton)) {
    throw refusedName("must not look like another enterprise's name")
  }
}

export interface Renaming {
  readonly from: string
  readonly to: string
  /** The name waits for the operator's review. */
  readonly held: boolean
}

/** Gives an enterprise another name, in both environments: at once, or held for the operator's review. */
export async function renameEnterprise(
  tx: Tx,
  enterprise: string,
  given: string,
  { held, by }: { readonly held: boolean; readonly by: string },
): Promise<Renaming> {
  const to = cleanEnterpriseName(given)
  // Two enterprises that ask at once must not both get names that look alike.
  await lockName(tx, 'enterprise names')
  const from = await requireName(tx, enterprise)
  await refuseLookAlike(tx, enterprise, to)
  if (held) await putNameRequest(tx, enterprise, to, by)
  else await updateEnterpriseName(tx, enterprise, to)
  return { from, to, held }
}

async function requireName(tx: Tx, enterprise: string): Promise<string> {
  const name = await findEnterpriseName(tx, enterprise)
  if (name === undefined) throw problem('not_found', `There is no enterprise \`${enterprise}\`.`)
  return name
}

/** The operator's decision about the name that an enterprise has asked for; undefined where it has asked for none. */
export async function decideName(
  tx: Tx,
  enterprise: string,
  decision: 'approve' | 'refuse',
): Promise<Pick<Renaming, 'from' | 'to'> | undefined> {
  await lockName(tx, 'enterprise names')
  const from = await requireName(tx, enterprise)
  const to = await takeNameRequest(tx, enterprise)
  if (to === undefined) return undefined
  if (decision === 'approve') {
    await refuseLookAlike(tx, enterprise, to)
    await updateEnterpriseName(tx, enterprise, to)
  }
  return { from, to }
}
