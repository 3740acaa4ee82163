import { validationFailed } from '../../kernel/errors.ts'

const NAME_MAX = 255
/** Characters that could make a name look like another person's: the audit log writes addresses in angle brackets. */
const MISLEADING = /[<>\p{C}]/u

/** A person's name as it is kept, or why it cannot be one. */
export function cleanName(given: unknown): string {
  const name = typeof given === 'string' ? given.replace(/\s+/g, ' ').trim() : ''
  if (name.length === 0 || name.length > NAME_MAX) {
    throw refused(`must be a text of 1 to ${NAME_MAX} characters`)
  }
  if (MISLEADING.test(name)) throw refused('must hold no `<`, no `>` and no control characters')
  return name
}

const refused = (message: string) => validationFailed([{ param: 'name', code: 'invalid', message }])

/** Normalizes an e-mail address for storage, look-up and rate limits. */
export const foldEmail = (given: string): string => given.trim().toLowerCase()
