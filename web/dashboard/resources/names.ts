import { useQuery } from '@tanstack/react-query'
import type { Names } from '../../../contracts/dashboard/search.ts'
import { usePath, withParams } from '../api/queries.ts'
import { request } from '../api/requests.ts'

const LIMIT = 100

interface Waiting {
  readonly id: string
  readonly resolve: (name: string | null) => void
  readonly reject: (error: unknown) => void
}

/** Reads names by id. All names that a page needs in one render are read by one request. */
function createNames(address: string) {
  let waiting: readonly Waiting[] = []
  function askAll(): void {
    const asked = waiting
    waiting = []
    for (let from = 0; from < asked.length; from += LIMIT) void ask(asked.slice(from, from + LIMIT))
  }
  async function ask(asked: readonly Waiting[]): Promise<void> {
    try {
      const ids = asked.map(({ id }) => id).join(',')
      const { names } = await request<Names>('GET', withParams(address, { ids }))
      for (const { id, resolve } of asked) resolve(names[id] ?? null)
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }
  return (id: string): Promise<string | null> =>
    new Promise((resolve, reject) => {
      // The timer runs after all rows of the page have asked for their names.
      if (waiting.length === 0) setTimeout(askAll)
      waiting = [...waiting, { id, resolve, reject }]
    })
}

const byAddress = new Map<string, ReturnType<typeof createNames>>()

function namesAt(address: string): ReturnType<typeof createNames> {
  const known = byAddress.get(address) ?? createNames(address)
  byAddress.set(address, known)
  return known
}

/** The name of a connection or buyer; null if it has none, undefined while it is read. */
export function useName(id: string | undefined): string | null | undefined {
  const address = usePath()('names')
  const { data, isError } = useQuery({
    queryKey: ['name', address, id],
    queryFn: () => namesAt(address)(id ?? ''),
    enabled: id !== undefined,
    staleTime: 300_000,
  })
  return isError ? null : data
}
