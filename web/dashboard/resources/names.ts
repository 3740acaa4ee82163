import { useQuery, useQueryClient } from '@tanstack/react-query'
import { usePath, withParams } from '../api/queries.ts'
import { request } from '../api/requests.ts'

const LIMIT = 100

interface Waiting {
  readonly id: string
  readonly tell: (name: string | null) => void
}

/**
 * Rows carry ids; people read names. All names that a page asks for in one go are read by one request.
 */
function createNames(address: string) {
  let waiting: Waiting[] = []
  async function ask(): Promise<void> {
    const asked = waiting.splice(0, LIMIT)
    if (waiting.length > 0) queueMicrotask(ask)
    const ids = asked.map(({ id }) => id)
    const { names } = await request<{ names: Readonly<Record<string, string>> }>(
      'GET',
      withParams(address, { ids: ids.join(',') }),
    ).catch(() => ({ names: {} as Readonly<Record<string, string>> }))
    for (const { id, tell } of asked) tell(names[id] ?? null)
  }
  return (id: string): Promise<string | null> =>
    new Promise((tell) => {
      // The first of a page's rows sets it going once all of them have asked.
      if (waiting.length === 0) setTimeout(() => void ask())
      waiting = [...waiting, { id, tell }]
    })
}

const byAddress = new Map<string, ReturnType<typeof createNames>>()

/** What a connection or buyer is called; null when it has no name, undefined while it is read. */
export function useName(id: string | undefined): string | null | undefined {
  const address = usePath()('names')
  const { data } = useQuery({
    queryKey: ['name', address, id],
    queryFn: () => {
      const names = byAddress.get(address) ?? createNames(address)
      byAddress.set(address, names)
      return names(id ?? '')
    },
    enabled: id !== undefined,
    staleTime: 300_000,
  })
  return data
}

/** After a change of a name. */
export function useForgetNames(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['name'] })
}
