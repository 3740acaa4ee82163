import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import type { WalkedPage } from '../../../contracts/lists.ts'
import { type Method, RequestError } from '../../ui/requests.ts'
import { PLACE } from './place.ts'
import { request } from './requests.ts'
import { useEnvironment } from './session.ts'

export type Params = Readonly<Record<string, string | number | boolean | undefined>>

export function withParams(path: string, params: Params = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params))
    if (value !== undefined && value !== '') query.set(name, String(value))
  return query.size === 0 ? path : `${path}?${query}`
}

/**
 * The address of a path: `v1/payout` and `home` are below the page's environment, `/people` (with a slash) is not.
 */
export function usePath(): (path: string) => string {
  const environment = useEnvironment()
  return (path) => (path.startsWith('/') ? `${PLACE}/api${path}` : `${PLACE}/api/${environment}/${path}`)
}

export interface ReadOptions {
  readonly params?: Params
  readonly enabled?: boolean
  /** Reads again at this interval. */
  readonly everyMs?: number | false
  /** Shows the previous page until the next one has arrived. */
  readonly keep?: boolean
}

const readOf = <Answer>(address: string) =>
  queryOptions<Answer, RequestError>({
    queryKey: ['read', address],
    queryFn: ({ signal }) => request<Answer>('GET', address, { signal }),
  })

/** Reads a path. Components that read the same path share one request. */
export function useRead<Answer>(path: string, { params, enabled = true, everyMs = false, keep }: ReadOptions = {}) {
  return useQuery<Answer, RequestError>({
    ...readOf<Answer>(withParams(usePath()(path), params)),
    enabled,
    refetchInterval: everyMs,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  })
}

/** Begins the reads of several parts of a page at once, and says when each of them has its answer. */
export function useReads(paths: readonly string[]) {
  const at = usePath()
  const reads = useQueries({ queries: paths.map((path) => readOf(at(path))) })
  const missing = reads.filter(({ data }) => data === undefined)
  return {
    isComplete: missing.length === 0,
    error: missing.find(({ error }) => error)?.error ?? undefined,
    refetch: () => Promise.all(missing.map(({ refetch }) => refetch())),
  }
}

export const useList = <Row>(path: string, params: Params, options: Omit<ReadOptions, 'params' | 'keep'> = {}) =>
  useRead<WalkedPage<Row>>(path, { ...options, params, keep: true })

interface Command {
  readonly method?: Exclude<Method, 'GET'>
  readonly path: string
  readonly body?: object
  /** Instead of a key of its own: for a command that others may send, too. */
  readonly key?: string | undefined
}

interface CommandOptions {
  /**
   * One idempotency key for as long as the component is mounted. After a lost answer a changed request is then refused
   * with `idempotency_key_reused` instead of being carried out beside the first.
   */
  readonly oneKey?: boolean
}

/**
 * Sends a command. Until the service has decided, every request to the same path carries the same idempotency key, so
 * that a second press after a lost answer does nothing twice. Afterwards everything that the page shows is read again.
 */
export function useCommand<Answer = unknown>({ oneKey = false }: CommandOptions = {}) {
  const client = useQueryClient()
  const at = usePath()
  const open = useRef<{ readonly command: string; readonly key: string }>(undefined)
  return useMutation<Answer, RequestError, Command>({
    mutationFn: async ({ method = 'POST', path, body, key }) => {
      const command = `${method} ${path}`
      if (open.current?.command !== command) open.current = { command, key: key ?? crypto.randomUUID() }
      const settle = () => {
        if (!oneKey) open.current = undefined
      }
      try {
        const answer = await request<Answer>(method, at(path), { body, idempotencyKey: open.current.key })
        settle()
        return answer
      } catch (error) {
        if (error instanceof RequestError && error.isFinal) settle()
        throw error
      }
    },
    onSuccess: () =>
      Promise.all([client.invalidateQueries({ queryKey: ['read'] }), client.invalidateQueries({ queryKey: ['name'] })]),
  })
}
