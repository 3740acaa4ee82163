const TIMEOUT_MS = 15_000

/**
 * Asks a provider something that changes nothing, to see that it can be reached and takes our credentials. Returns the
 * fault. Neither the credentials nor the answer are repeated in it.
 */
export async function verifyHttp(address: string, authorization: string): Promise<string | undefined> {
  const { host } = new URL(address)
  const request = { redirect: 'error' as const, signal: AbortSignal.timeout(TIMEOUT_MS), headers: { authorization } }
  const answer = await fetch(address, request).catch((error: unknown) => kindOf(error))
  if (typeof answer === 'string') return `${host} cannot be reached (${answer})`
  await answer.body?.cancel()
  if (answer.status === 401 || answer.status === 403) return `${host} refuses the credentials (${answer.status})`
  return answer.status >= 500 ? `${host} answered ${answer.status}` : undefined
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : error.name
}
