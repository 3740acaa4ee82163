import { validationFailed } from '../../kernel/errors.ts'
import { type ConnectionType, type GivenPermission, needsDirect } from './model.ts'

const invalid = (param: string, code: string, message: string) => validationFailed([{ param, code, message }])

/** Refuses permissions that a creator cannot grant: not among `allowed`, given twice, or already expired. */
export function requireGivable(
  given: readonly GivenPermission[],
  allowed: readonly string[],
  type: ConnectionType | null,
  now: Date,
): void {
  const names = new Set<string>()
  for (const [index, { name, expires_at }] of given.entries()) {
    if (!allowed.includes(name)) throw invalid(`permissions.${index}.name`, 'invalid_value', 'must have been requested')
    if (names.has(name)) throw invalid(`permissions.${index}.name`, 'duplicate', 'must not be there twice')
    names.add(name)
    if (needsDirect(name) && type !== 'direct') {
      throw invalid(`permissions.${index}.name`, 'invalid_value', 'needs a Tributary account')
    }
    if (expires_at !== undefined && new Date(expires_at) <= now) {
      throw invalid(`permissions.${index}.expires_at`, 'out_of_range', 'must be in the future')
    }
  }
}
