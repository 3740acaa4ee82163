import type { ErrorBody, FieldError } from '../../contracts/errors.ts'

/** An answer that is not 2xx, or none at all. */
export class Refusal extends Error {
  readonly code: ErrorBody['code'] | 'unreachable'
  readonly fields: readonly FieldError[]
  readonly attemptsLeft: number | undefined

  constructor(body: Partial<ErrorBody>) {
    super(body.message ?? 'We could not reach Tributary. Please check your connection and try again.')
    this.code = body.code ?? 'unreachable'
    this.fields = body.errors ?? []
    this.attemptsLeft = body.attempts_left
  }
}

export async function request<Answer>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(path, {
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(() => {
    throw new Refusal({})
  })
  const answer: unknown = await response.json().catch(() => ({}))
  if (!response.ok) throw new Refusal(answer as Partial<ErrorBody>)
  return answer as Answer
}
