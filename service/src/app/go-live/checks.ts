import type { Config } from '../../config.ts'
import type { Database, Tx } from '../../platform/database.ts'

/**
 * One line of a list of checks. It asks the outside world, or the database in a short transaction of its own, and returns
 * the fault; `undefined` when it passes.
 */
export type Check = {
  readonly what: string
  /** A sentence on how to mend it. */
  readonly advice?: string
  /** Worth knowing, but nothing fails for it. */
  readonly isWarning?: true
  /** The setting that is not there; going live needs it, and a sandbox alone does not. */
  missing?(config: Config): string | undefined
  /** The reason why the check does not apply to these settings. */
  skipped?(config: Config): string | undefined
} & ({ outside(config: Config): Promise<string | undefined> } | { inside(tx: Tx): Promise<string | undefined> })

/** The fault that the check finds, or that kept it from being made. */
export function faultOf(check: Check, database: Database | undefined, config: Config): Promise<string | undefined> {
  const checking =
    'outside' in check
      ? check.outside(config)
      : (database?.transaction((tx) => check.inside(tx)) ?? Promise.reject(new Error('the database cannot be asked')))
  return checking.catch((error: Error) => error.message)
}

/** The setting of that name, if it is not set. */
export const unlessSet = (name: string, value: unknown): string | undefined =>
  value ? undefined : `${name} is not set`
