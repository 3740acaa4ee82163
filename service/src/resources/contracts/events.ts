import type { FieldValues } from '../../kernel/changes.ts'
import { iso } from '../../kernel/time.ts'
import { findConnectionNames } from '../account-connections/index.ts'
import type { EventDetails, FindSubjects } from '../events/index.ts'
import { transitionDetails } from '../transitions/index.ts'
import type { Contract } from './model.ts'
import { findParties } from './read.store.ts'
import type { ContractTransition } from './transition.ts'

const isoOrNull = (at: Date | null): string | null => (at === null ? null : iso(at))

/** The fields of a contract that can change, as the API shows them. */
const contractFields = (contract: Contract): FieldValues => ({
  status: contract.status,
  expires_at: isoOrNull(contract.expires_at),
  agreement_at: isoOrNull(contract.agreement_at),
  agreement_ip: contract.agreement_ip,
  deleted_at: isoOrNull(contract.deleted_at),
})

export const contractDetails = (transition: ContractTransition): EventDetails =>
  transitionDetails(transition, contractFields)

/** These contracts as sentences about their events name them. */
export const findContractSubjects: FindSubjects = async (sql, tenant, ids) => {
  const contracts = await findParties(sql, tenant, ids)
  const names = await findConnectionNames(sql, tenant, [...new Set(contracts.map((one) => one.account_connection))])
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  return new Map(
    contracts.map(({ id, account_connection }) => [
      id,
      { title: `Contract with ${nameOf.get(account_connection) ?? account_connection}` },
    ]),
  )
}
