import type { FindSubjects } from '../events/index.ts'
import { findSummaries } from './store.ts'

/** These alerts as sentences about their events name them. */
export const findAlertSubjects: FindSubjects = async (sql, tenant, ids) =>
  new Map((await findSummaries(sql, tenant, ids)).map(({ id, summary }) => [id, { title: `Alert “${summary}”` }]))
