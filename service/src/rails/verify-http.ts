const TIMEOUT_MS = 15_000
/** Providers refuse signatures that are minutes old; an answer under way takes seconds. */
const CLOCK_SECONDS_MAX = 30

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
  if (answer.status >= 500) return `${host} answered ${answer.status}`
  return clockFault(answer.headers.get('date'), host)
}

/** The provider's clock is right: it is the only one outside that is asked. */
function clockFault(date: string | null, host: string): string | undefined {
  const ahead = (Date.now() - Date.parse(date ?? '')) / 1_000
  if (Number.isNaN(ahead) || Math.abs(ahead) <= CLOCK_SECONDS_MAX) return undefined
  const seconds = Math.round(Math.abs(ahead))
  return `the clock of this machine is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} that of ${host}`
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : error.name
}
