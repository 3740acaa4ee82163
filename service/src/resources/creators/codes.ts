import { problem } from '../../kernel/errors.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import { countTry, forgetTries, sourceAnd, type TryLimit } from '../../platform/tries.ts'
import type { Vault } from '../../platform/vault.ts'
import type { NewCode } from '../../rails/codes/port.ts'
import type { IdentityRail } from '../../rails/identity/port.ts'
import { type NewMessage, queueMessages } from '../messages/index.ts'
import { deleteCode, putCode, takeCodeAttempt } from './sign-in.store.ts'

const MINUTES = 10
const ATTEMPTS_MAX = 5
const SENDS_MAX = 5

export interface CodeDeps {
  readonly vault: Vault
  readonly identity: IdentityRail
  readonly newCode: NewCode
}

/** Over all of a creator's sessions, until a code passes: signing in again with the password gives no new guesses. */
const GUESS_LIMIT: TryLimit = { name: 'codes by creator', max: 20, seconds: 86_400 }
const SEND_LIMIT: TryLimit = { name: 'codes sent to a creator', max: 15, seconds: 86_400 }
/**
 * Over all logins that the number is entered for and that have not proven it. Codes of the number's own logins count for
 * those alone: a stranger who enters the number elsewhere must not use them up.
 */
const NUMBER_LIMIT: TryLimit = { name: 'codes sent to a number', max: 30, seconds: 86_400 }
/** E-mail addresses are limited per source: a stranger who asks for codes, or guesses them, must not use up those of the owner. */
const EMAIL_LIMIT: TryLimit = { name: 'codes sent to an e-mail address', max: 10, seconds: 3_600 }
const EMAIL_GUESS_LIMIT: TryLimit = { name: 'e-mail codes by source', max: 20, seconds: 86_400 }
/** Over all sources: so many guesses at six digits are still hopeless. */
const EMAIL_GUESS_TOTAL: TryLimit = { name: 'e-mail codes by address', max: 500, seconds: 86_400 }

interface SessionOfCode {
  readonly tenant: TenantId
  readonly session: string
}

/** A session that waits for a code by SMS, its creator, and the tenant that sends the message. */
export interface MobileRecipient extends SessionOfCode {
  readonly creator: Id<'creator'>
  readonly mobile: string
  /** The creator has proven this number before. */
  readonly isProven: boolean
}

/** A session that waits for a code by e-mail. The login may not exist yet: this code is what creates it. */
export interface EmailRecipient extends SessionOfCode {
  readonly email: string
  /** The network address that asks for the code. */
  readonly source: string
}

export type CodeRecipient = MobileRecipient | EmailRecipient

const isMobile = (recipient: CodeRecipient): recipient is MobileRecipient => 'mobile' in recipient

const pairOf = ({ source, tenant, email }: EmailRecipient): string => sourceAnd(source, `${tenant} ${email}`)

/** The limits of guesses, each with the subject that it counts for. */
function guessLimits(recipient: CodeRecipient): [TryLimit, string][] {
  if (isMobile(recipient)) return [[GUESS_LIMIT, recipient.creator]]
  return [
    [EMAIL_GUESS_LIMIT, pairOf(recipient)],
    [EMAIL_GUESS_TOTAL, `${recipient.tenant} ${recipient.email}`],
  ]
}

/** The limits of sending codes, each with the subject that it counts for. */
function sendLimits(recipient: CodeRecipient, { anyCodePasses }: IdentityRail): [TryLimit, string][] {
  if (!isMobile(recipient)) return [[EMAIL_LIMIT, pairOf(recipient)]]
  const ofCreator: [TryLimit, string] = [SEND_LIMIT, recipient.creator]
  // In the sandbox any code passes, nothing is sent, and many creators share the sample number.
  return anyCodePasses || recipient.isProven ? [ofCreator] : [ofCreator, [NUMBER_LIMIT, recipient.mobile]]
}

const messageWith = (recipient: CodeRecipient, code: string): NewMessage =>
  isMobile(recipient)
    ? { kind: 'sign_in_code', to: recipient.mobile, facts: { code } }
    : { kind: 'email_code', to: recipient.email, facts: { code, minutes: MINUTES } }

const PURPOSES = { mobile: 'sign-in code', email: 'e-mail code' } as const

const purposeOf = (recipient: CodeRecipient): string => PURPOSES[isMobile(recipient) ? 'mobile' : 'email']

/** A session may wait for a code by SMS and for one by e-mail. */
const slotOf = (recipient: CodeRecipient): string =>
  isMobile(recipient) ? recipient.session : `${recipient.session} email`

/** Bound to the session, and by e-mail to the address: a code proves nothing at another. */
const boundCode = (recipient: CodeRecipient, code: string): string =>
  [recipient.tenant, slotOf(recipient), ...(isMobile(recipient) ? [] : [recipient.email.toLowerCase()]), code].join(' ')

/** Sends a new code, which replaces the last one. */
export async function sendCode(
  tx: Tx,
  recipient: CodeRecipient,
  { vault, identity, newCode }: CodeDeps,
): Promise<void> {
  for (const [limit, subject] of sendLimits(recipient, identity)) await countTry(tx, vault, limit, subject)
  const code = newCode()
  const digest = vault.digest(purposeOf(recipient), boundCode(recipient, code))
  const sends = await putCode(tx, recipient.tenant, slotOf(recipient), digest, MINUTES)
  if (sends > SENDS_MAX) {
    throw problem('rate_limited', {
      message: 'No more codes can be sent; start again in a few minutes.',
      headers: { 'retry-after': '600' },
    })
  }
  await queueMessages(tx, recipient.tenant, [messageWith(recipient, code)], vault)
}

export type CodeVerdict = { readonly passed: true } | { readonly passed: false; readonly attemptsLeft: number }

/** Counts the attempt before it compares. Returns a wrong code rather than throws it, so that the count is committed. */
export async function checkCode(
  tx: Tx,
  recipient: CodeRecipient,
  code: string,
  { vault, identity }: CodeDeps,
): Promise<CodeVerdict> {
  const taken = await takeCodeAttempt(tx, recipient.tenant, slotOf(recipient), ATTEMPTS_MAX)
  if (!taken) return { passed: false, attemptsLeft: 0 }
  for (const [limit, subject] of guessLimits(recipient)) await countTry(tx, vault, limit, subject)
  if (!identity.anyCodePasses && !vault.matches(purposeOf(recipient), boundCode(recipient, code), taken.digest)) {
    return { passed: false, attemptsLeft: ATTEMPTS_MAX - taken.attempts }
  }
  await deleteCode(tx, recipient.tenant, slotOf(recipient))
  const counted = [...guessLimits(recipient), ...sendLimits(recipient, identity)]
  for (const [limit, subject] of counted) await forgetTries(tx, vault, limit, subject)
  return { passed: true }
}

export const incorrectCode = (attemptsLeft: number) =>
  problem('incorrect_code', {
    message:
      attemptsLeft > 0
        ? 'The code is not right; look at the newest message and try again.'
        : 'The code is not right, or too old; ask for a new one.',
    attempts_left: attemptsLeft,
  })
