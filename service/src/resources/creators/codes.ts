import { problem } from '../../kernel/errors.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import { countTry, forgetTries, type TryLimit } from '../../platform/tries.ts'
import type { Vault } from '../../platform/vault.ts'
import type { NewCode } from '../../rails/codes/port.ts'
import type { IdentityRail } from '../../rails/identity/port.ts'
import { queueMessages } from '../messages/index.ts'
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
/** Over all logins that the number is entered for. */
const NUMBER_LIMIT: TryLimit = { name: 'codes sent to a number', max: 30, seconds: 86_400 }

/** A session that waits for a code, its creator, and the tenant that sends the message. */
export interface CodeRecipient {
  readonly tenant: TenantId
  readonly session: string
  readonly creator: Id<'creator'>
  readonly mobile: string
}

const PURPOSE = 'sign-in code'
/** Bound to the session: a code proves nothing at another. */
const boundCode = ({ tenant, session }: CodeRecipient, code: string): string => `${tenant} ${session} ${code}`

/** Sends a new code, which replaces the last one. */
export async function sendCode(
  tx: Tx,
  recipient: CodeRecipient,
  { vault, identity, newCode }: CodeDeps,
): Promise<void> {
  await countTry(tx, vault, SEND_LIMIT, recipient.creator)
  // In the sandbox any code passes, nothing is sent, and many creators share the sample number.
  if (!identity.anyCodePasses) await countTry(tx, vault, NUMBER_LIMIT, recipient.mobile)
  const code = newCode()
  const digest = vault.digest(PURPOSE, boundCode(recipient, code))
  const sends = await putCode(tx, recipient.tenant, recipient.session, digest, MINUTES)
  if (sends > SENDS_MAX) {
    throw problem('rate_limited', {
      message: 'No more codes can be sent; start again in a few minutes.',
      headers: { 'retry-after': '600' },
    })
  }
  await queueMessages(tx, recipient.tenant, [{ kind: 'sign_in_code', to: recipient.mobile, facts: { code } }], vault)
}

export type CodeVerdict = { readonly passed: true } | { readonly passed: false; readonly attemptsLeft: number }

/** Counts the attempt before it compares. Returns a wrong code rather than throws it, so that the count is committed. */
export async function checkCode(
  tx: Tx,
  recipient: CodeRecipient,
  code: string,
  { vault, identity }: CodeDeps,
): Promise<CodeVerdict> {
  const taken = await takeCodeAttempt(tx, recipient.tenant, recipient.session, ATTEMPTS_MAX)
  if (!taken) return { passed: false, attemptsLeft: 0 }
  await countTry(tx, vault, GUESS_LIMIT, recipient.creator)
  if (!identity.anyCodePasses && !vault.matches(PURPOSE, boundCode(recipient, code), taken.digest)) {
    return { passed: false, attemptsLeft: ATTEMPTS_MAX - taken.attempts }
  }
  await deleteCode(tx, recipient.tenant, recipient.session)
  await forgetTries(tx, vault, GUESS_LIMIT, recipient.creator)
  await forgetTries(tx, vault, SEND_LIMIT, recipient.creator)
  await forgetTries(tx, vault, NUMBER_LIMIT, recipient.mobile)
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
