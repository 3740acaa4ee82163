import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Action, Me } from '../../../contracts/dashboard/session.ts'
import { ENVIRONMENTS, type Environment } from '../../../contracts/environment.ts'
import { RequestError } from '../../ui/requests.ts'
import { PLACE } from './place.ts'
import { request } from './requests.ts'

export const isEnvironment = (text: string | undefined): text is Environment =>
  ENVIRONMENTS.includes(text as Environment)

const ME = ['me']

/** The person who is signed in, or null. */
export const useMeQuery = <Answer = Me>() =>
  useQuery({
    queryKey: ME,
    queryFn: ({ signal }) =>
      request<Answer>('GET', `${PLACE}/api/me`, { signal }).catch((error: unknown) => {
        if (error instanceof RequestError && error.status === 401) return null
        throw error
      }),
    staleTime: 60_000,
  })

export function useSessionChange() {
  const client = useQueryClient()
  return {
    /** Reads the person again, after a sign-in or a change of the person's own data. */
    refresh: () => client.refetchQueries({ queryKey: ME }),
    /** Removes everything that was read for this person. */
    end: () => {
      client.setQueryData(ME, null)
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] })
    },
  }
}

/** The part of the person who is signed in that pages of enterprises and of operators share. */
export type Self = Pick<Me, 'person' | 'second_factor'> & { readonly role: string }

const SelfContext = createContext<Self | undefined>(undefined)
const MeContext = createContext<Me | undefined>(undefined)
const EnvironmentContext = createContext<Environment>('sandbox')
export const SelfProvider = SelfContext.Provider
export const MeProvider = MeContext.Provider
export const EnvironmentProvider = EnvironmentContext.Provider

export function useSelf(): Self {
  const self = useContext(SelfContext)
  if (!self) throw new Error('useSelf needs a person who is signed in.')
  return self
}

export function useMe(): Me {
  const me = useContext(MeContext)
  if (!me) throw new Error('useMe needs a person who is signed in.')
  return me
}

export const useEnvironment = (): Environment => useContext(EnvironmentContext)

/** Whether the person's role includes an action. The service checks again. */
export function useCan(): (action: Action) => boolean {
  const { actions_in } = useMe()
  const environment = useEnvironment()
  return (action) => actions_in[environment].includes(action)
}
