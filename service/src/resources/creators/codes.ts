import { problem } from '../../kernel/errors.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import { countTry, forgetTries, type TryLimit } from '../../platform/tries.ts'
import type { Vault } from '../../platform/vault.ts'
import type { NewCode } from '../../rails/codes/port.ts'
import type { IdentityRail } from '../../rails/identity/port.ts'
import { queueMessages } from '../messages/index.ts'
import { deleteCode, putCode, takeCodeAttempt } from './store.ts'

const MINUTES = 10
const ATTEMPTS_MAX = 5
const SENDS_MAX = 5

export interface CodeDeps {
  readonly vault: Vault
  readonly identity: IdentityRail
  readonly newCode: NewCode
}

/** Over all of a creator's sessions, until a code passes: a password that is right opens no new round of guesses. */
const GUESSES: TryLimit = { name: 'codes by creator', max: 20, seconds: 86_400 }
const SENDS: TryLimit = { name: 'codes sent to a creator', max: 15, seconds: 86_400 }
/** Whoever's login it is entered for. */
const SENDS_TO_NUMBER: TryLimit = { name: 'codes sent to a number', max: 30, seconds: 86_400 }

/** The session that waits for a code, whose, and the tenant whose messages it is sent among. */
export interface CodeHolder {
  readonly tenant: TenantId
  readonly session: string
  readonly creator: Id<'creator'>
  readonly mobile: string
}

const PURPOSE = 'sign-in code'
const bound = ({ tenant, session }: CodeHolder, code: string): string => `${tenant} ${session} ${code}`

/** A new code on its way; the last one is worth nothing any more. */
export async function sendCode(tx: Tx, holder: CodeHolder, { vault, identity, newCode }: CodeDeps): Promise<void> {
  await countTry(tx, vault, SENDS, holder.creator)
  // Where any code passes nothing is sent, and everybody has the sample number.
  if (!identity.anyCodePasses) await countTry(tx, vault, SENDS_TO_NUMBER, holder.mobile)
  const code = newCode()
  const digest = vault.digest(PURPOSE, bound(holder, code))
  const sends = await putCode(tx, holder.tenant, holder.session, digest, MINUTES)
  if (sends > SENDS_MAX) {
    throw problem('rate_limited', {
      message: 'No more codes can be sent; start again in a few minutes.',
      headers: { 'retry-after': '600' },
    })
  }
  await queueMessages(tx, holder.tenant, [{ kind: 'sign_in_code', to: holder.mobile, facts: { code } }], vault)
}

export type CodeVerdict = { readonly passed: true } | { readonly passed: false; readonly attemptsLeft: number }

/** Counts the attempt before it compares. Says so rather than throws, so that the count is committed. */
export async function checkCode(
  tx: Tx,
  holder: CodeHolder,
  code: string,
  { vault, identity }: CodeDeps,
): Promise<CodeVerdict> {
  const taken = await takeCodeAttempt(tx, holder.tenant, holder.session, ATTEMPTS_MAX)
  if (!taken) return { passed: false, attemptsLeft: 0 }
  await countTry(tx, vault, GUESSES, holder.creator)
  if (!identity.anyCodePasses && !vault.matches(PURPOSE, bound(holder, code), taken.digest)) {
    return { passed: false, attemptsLeft: ATTEMPTS_MAX - taken.attempts }
  }
  await deleteCode(tx, holder.tenant, holder.session)
  await forgetTries(tx, vault, GUESSES, holder.creator)
  await forgetTries(tx, vault, SENDS, holder.creator)
  await forgetTries(tx, vault, SENDS_TO_NUMBER, holder.mobile)
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
