import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { validationFailed } from '../kernel/errors.ts'

/** Guesses that an attacker with the stolen hashes needs: more than 10^8. */
const SCORE_MIN = 3
/** The estimate takes longer than linear in the length; what follows can only add guesses. */
const CHARACTERS_MAX = 48
/** Words that are written with signs for letters, such as `p@55w0rd`: with more ways to read them, a long one took 0.3 s. */
const SUBSTITUTIONS_MAX = 20
const OWN_WORDS_MAX = 20
const OWN_WORD_MIN = 3

/** Words that an attacker tries at this service before any other. */
const SERVICE_WORDS = ['tributary', 'payout', 'dashboard']

let estimator: ZxcvbnFactory | undefined

/** Made when first used: its dictionaries take a few megabytes. */
const estimatorOf = (): ZxcvbnFactory => {
  estimator ??= new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    maxLength: CHARACTERS_MAX,
    l33tMaxSubstitutions: SUBSTITUTIONS_MAX,
  })
  return estimator
}

/** The words of a person's own data: names, addresses and their parts. */
export const ownWords = (data: readonly string[]): string[] =>
  [...new Set(data.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).map((word) => word.toLowerCase()))]
    .filter((word) => word.length >= OWN_WORD_MIN)
    .slice(0, OWN_WORDS_MAX)

const LEFT_MIN = 8
const LONG_WORD_MIN = 4

/** Little is left of the password without the person's own words: a year or a sign behind a name is soon guessed. */
function isMostlyOwn(text: string, own: readonly string[]): boolean {
  const lower = text.toLowerCase()
  const words = own.filter((word) => word.length >= LONG_WORD_MIN).sort((one, other) => other.length - one.length)
  const left = words.reduce((rest, word) => rest.replaceAll(word, ''), lower)
  return left.length < lower.length && left.length < LEFT_MIN
}

/** Whether a password is on the list of common ones, follows a pattern or is made of the person's own data. */
export function isWeakPassword(password: string, own: readonly string[]): boolean {
  const text = password.normalize('NFKC')
  const words = [...SERVICE_WORDS, ...ownWords(own)]
  return isMostlyOwn(text, words) || estimatorOf().check(text.slice(0, CHARACTERS_MAX), words).score < SCORE_MIN
}

/** Throws unless the password is hard to guess; `param` is the field that it came in. */
export function refuseWeakPassword(password: string, own: readonly string[], param = 'password'): void {
  if (!isWeakPassword(password, own)) return
  const message = 'is too easy to guess: use no common password, pattern or name; four random words are good'
  throw validationFailed([{ param, code: 'too_weak', message }])
}
