import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ProblemCode, problem, validationFailed } from '../kernel/errors.ts'

const HEADER = 'sandbox-failure'

/** The failure of a request whose caller gets no answer, although it was processed. */
const ANSWER_LOST = 'answer_lost'

const RETRY_SOON = { 'retry-after': '1' }

interface Simulated {
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Failures that no request of the integrator's own can cause, by the value of the header that asks for one. */
const FAILURES = {
  rate_limited: { message: 'Simulated: too many requests; retry in a second.', headers: RETRY_SOON },
  idempotency_in_progress: {
    message: 'Simulated: the first request with this key is still being processed; retry in a second.',
    headers: RETRY_SOON,
  },
  enterprise_suspended: { message: 'Simulated: your enterprise is suspended; ask your provider.' },
  internal_error: { message: 'Simulated: something went wrong on our side.' },
  unavailable: { message: 'Simulated: the service is overloaded; retry in a second.', headers: RETRY_SOON },
} as const satisfies Partial<Record<ProblemCode, Simulated>>

const isFailure = (name: string): name is keyof typeof FAILURES => Object.hasOwn(FAILURES, name)

export const SIMULATED_FAILURES = [...Object.keys(FAILURES), ANSWER_LOST]

/** Closes the connection when the answer is ready, by which time the request has been processed. */
function loseAnswer({ raw: request }: FastifyRequest, { raw: response }: FastifyReply): void {
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => typeof response
  response.writeHead = (...head: unknown[]) => {
    request.socket.destroy()
    return writeHead(...head)
  }
}

/**
 * In sandbox, a request with the header `Sandbox-Failure` fails as it says: before it is read, or, when its answer is lost,
 * after it was processed. Throws the failure.
 */
export function simulateFailure(request: FastifyRequest, reply: FastifyReply): void {
  const failure = String(request.headers[HEADER])
  if (failure === ANSWER_LOST) {
    loseAnswer(request, reply)
    return
  }
  if (isFailure(failure)) throw problem(failure, { ...FAILURES[failure], isSimulated: true })
  const message = `must be one of ${SIMULATED_FAILURES.map((one) => `\`${one}\``).join(', ')}`
  throw validationFailed([{ param: 'Sandbox-Failure', code: 'invalid_value', message }])
}

export const asksForFailure = ({ headers }: FastifyRequest): boolean => headers[HEADER] !== undefined
