import { changesBetween, type FieldValues } from '../../kernel/changes.ts'
import type { EventDetails, FindSubjects } from '../events/index.ts'
import { entryOf } from './activity.ts'
import type { ConnectionRow, ConnectionTransition } from './model.ts'
import { findConnectionNames } from './read.store.ts'
import { grantsOf } from './schema.ts'

/** The fields of a connection that can change, as the API shows them: neither the answer nor the bank account. */
export function connectionFields(row: ConnectionRow): FieldValues {
  const grants = grantsOf(row)
  return {
    external_id: row.external_id,
    status: row.status,
    type: row.type,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    business_name: row.business_name,
    display_name: row.display_name,
    requested_permissions: row.requested_permissions,
    permissions: grants.length === 0 ? null : grants,
    verification_prompt: row.verification_prompt,
    destination: row.destination,
    user_data: row.user_data,
  }
}

/** The details of a transition's event. */
export function connectionDetails(transition: ConnectionTransition): EventDetails {
  const entry = entryOf(transition)
  return {
    changes: changesBetween(connectionFields(transition.from), connectionFields(transition.to)),
    ...(entry ? { note: entry.entry } : {}),
  }
}

/** These connections as sentences about their events name them. */
export const findConnectionSubjects: FindSubjects = async (sql, tenant, ids) => {
  const names = await findConnectionNames(sql, tenant, ids)
  return new Map(names.map(({ id, name }) => [id, { title: `Account connection of ${name}` }]))
}
