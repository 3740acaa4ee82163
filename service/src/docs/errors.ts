import type { RecordedExamples } from '../http/index.ts'
import { CATALOGUE, type ProblemCode } from '../kernel/errors.ts'
import { FAILURES } from '../resources/payouts/model.ts'
import { ERROR_ADVICE } from './error-advice.ts'

const CODES = Object.keys(CATALOGUE) as ProblemCode[]

/** Whether a program that sends the same request again can expect another answer. */
const RETRIED: readonly ProblemCode[] = [
  'request_timeout',
  'idempotency_in_progress',
  'rate_limited',
  'internal_error',
  'unavailable',
]

function codeText(code: ProblemCode, { errors }: RecordedExamples): string {
  const { status, means } = CATALOGUE[code]
  const { why, act } = ERROR_ADVICE[code]
  const body = errors[code]
  return [
    `### ${code}`,
    `\`${status}\`${RETRIED.includes(code) ? ' · retry it' : ''} · ${means}`,
    `**Why.** ${why}`,
    `**What to do.** ${act}`,
    ...(body === undefined ? [] : [`\`\`\`json\n${JSON.stringify(body, null, 2)}\n\`\`\``]),
  ].join('\n\n')
}

const statuses = [...new Set(CODES.map((code) => CATALOGUE[code].status))]

const TITLES: Readonly<Record<number, string>> = {
  400: 'Requests that are wrong',
  401: 'Keys',
  402: 'Money',
  403: 'Permissions',
  404: 'Nothing there',
  405: 'Methods',
  408: 'Time',
  409: 'Conflicts',
  413: 'Size',
  415: 'Format',
  429: 'Too much',
  431: 'Headers',
  500: 'Our faults',
  503: 'Not now',
}

/** The page of all errors: each code, why it happens, what to do, and a body that the service really answered. */
export function errorsPage(examples: RecordedExamples): string {
  const parts = statuses.map((status) =>
    [
      `## ${status} ${TITLES[status] ?? ''}`.trim(),
      ...CODES.filter((code) => CATALOGUE[code].status === status).map((code) => codeText(code, examples)),
    ].join('\n\n'),
  )
  const failures = Object.entries(FAILURES).map(([code, why]) => `| \`${code}\` | ${why} |`)
  return [
    '# Errors',
    'Every error has one shape: `message` is a sentence for people, `code` is for programs, `request_id` names the request in our logs and in the dashboard’s request log. Decide by `code`: messages may become clearer, codes stay.',
    'Retry network faults, 408, 429, 500, 503 and 409 `idempotency_in_progress`, with the same `Idempotency-Key` and ever longer waits; the libraries do so by themselves. Any other error stays until something changes.',
    ...parts,
    '## Payouts that fail later',
    'A payout that was accepted can still end in `error`, with a `failure_code`, or come back as `returned` with the bank’s code (`R01` to `R85`). Amount and, for `error`, fee are back in the operating account then.',
    ['| failure_code | why |', '|---|---|', ...failures].join('\n'),
  ].join('\n\n')
}
