import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Page } from '../../../contracts/lists.ts'
import { ApiError, type Method, request } from './requests.ts'
import { useEnvironment } from './session.ts'

export type Params = Readonly<Record<string, string | number | boolean | undefined>>

export function withParams(path: string, params: Params = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params))
    if (value !== undefined && value !== '') query.set(name, String(value))
  return query.size === 0 ? path : `${path}?${query}`
}

/**
 * Where a path lies: `v1/payout` and `home` below the environment of the page, `/people` (with a slash) below none.
 */
export function usePath(): (path: string) => string {
  const environment = useEnvironment()
  return (path) => (path.startsWith('/') ? `/dashboard/api${path}` : `/dashboard/api/${environment}/${path}`)
}

export interface ReadOptions {
  readonly params?: Params
  readonly enabled?: boolean
  /** Ask again this often, while something is under way. */
  readonly everyMs?: number | false
  /** Show what was there until the new page comes, so that nothing jumps. */
  readonly keep?: boolean
}

/** Reads a path, and shares the answer with everything else on the page that reads it. */
export function useRead<Answer>(path: string, { params, enabled = true, everyMs = false, keep }: ReadOptions = {}) {
  const address = withParams(usePath()(path), params)
  return useQuery<Answer, ApiError>({
    queryKey: ['read', address],
    queryFn: ({ signal }) => request<Answer>('GET', address, { signal }),
    enabled,
    refetchInterval: everyMs,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  })
}

export const useList = <Row>(path: string, params: Params, options: Omit<ReadOptions, 'params' | 'keep'> = {}) =>
  useRead<Page<Row>>(path, { ...options, params, keep: true })

interface Command {
  readonly method?: Exclude<Method, 'GET'>
  readonly path: string
  readonly body?: object
}

/**
 * Does something, once: until the service has decided, whatever is sent to the same path goes under the same key, so that
 * pressing again after a lost answer does nothing twice. With other words under that key the API says that it was done;
 * pressing after that is a new request. Whatever is on the page is read anew afterwards.
 */
export function useCommand<Answer = unknown>() {
  const client = useQueryClient()
  const at = usePath()
  const open = useRef<{ readonly what: string; readonly key: string }>(undefined)
  return useMutation<Answer, ApiError, Command>({
    mutationFn: async ({ method = 'POST', path, body }) => {
      const what = `${method} ${path}`
      if (open.current?.what !== what) open.current = { what, key: crypto.randomUUID() }
      try {
        const answer = await request<Answer>(method, at(path), { body, idempotencyKey: open.current.key })
        open.current = undefined
        return answer
      } catch (error) {
        if (error instanceof ApiError && error.isFinal) open.current = undefined
        throw error
      }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['read'] }),
  })
}
