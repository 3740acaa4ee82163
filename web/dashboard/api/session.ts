import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { ApiError, request } from './requests.ts'

export const ENVIRONMENTS = ['sandbox', 'production'] as const
export type Environment = (typeof ENVIRONMENTS)[number]
export const isEnvironment = (text: string | undefined): text is Environment =>
  ENVIRONMENTS.includes(text as Environment)

export const ROLES = ['admin', 'developer', 'finance', 'viewer'] as const
export type Role = (typeof ROLES)[number]

export interface Me {
  readonly person: { readonly id: string; readonly name: string; readonly email: string; readonly two_factor: boolean }
  readonly enterprise: { readonly id: string; readonly name: string }
  readonly role: Role
  /** What this role may do in which environment: rows of the server's table, which decides. */
  readonly actions_in: Readonly<Record<Environment, readonly string[]>>
  readonly environments: { readonly sandbox: boolean; readonly production: boolean }
  readonly fresh_until?: string
}

const ME = ['me']

/** Who is signed in; null when nobody is. */
export const useMeQuery = () =>
  useQuery({
    queryKey: ME,
    queryFn: ({ signal }) =>
      request<Me>('GET', '/dashboard/api/me', { signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 401) return null
        throw error
      }),
    staleTime: 60_000,
  })

export function useSessionChange() {
  const client = useQueryClient()
  return {
    /** Signed in, or a change of one's own: who am I now? */
    refresh: () => client.refetchQueries({ queryKey: ME }),
    /** Nothing that was shown to one person stays for the next. */
    end: () => {
      client.setQueryData(ME, null)
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] })
    },
  }
}

const MeContext = createContext<Me | undefined>(undefined)
const EnvironmentContext = createContext<Environment>('sandbox')
export const MeProvider = MeContext.Provider
export const EnvironmentProvider = EnvironmentContext.Provider

export function useMe(): Me {
  const me = useContext(MeContext)
  if (!me) throw new Error('Only inside the shell is somebody signed in.')
  return me
}

export const useEnvironment = (): Environment => useContext(EnvironmentContext)

/** Whether to offer an action at all. The server decides again. */
export function useCan(): (action: string) => boolean {
  const { actions_in } = useMe()
  const environment = useEnvironment()
  return (action) => actions_in[environment].includes(action)
}
