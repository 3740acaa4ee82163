import { createContext, useContext } from 'react'
import type { ConsoleAction, OperatorMe } from '../../contracts/console/session.ts'

const OperatorContext = createContext<OperatorMe | undefined>(undefined)
export const OperatorProvider = OperatorContext.Provider

export function useOperator(): OperatorMe {
  const operator = useContext(OperatorContext)
  if (!operator) throw new Error('useOperator needs an operator who is signed in.')
  return operator
}

/** Whether the operator's role includes an action. The service checks again. */
export function useMay(): (action: ConsoleAction) => boolean {
  const { actions } = useOperator()
  return (action) => actions.includes(action)
}
