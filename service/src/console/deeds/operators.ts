import { changeOperatorRole, removeOperator as remove } from '../../dashboard/index.ts'
import type { OperatorRole } from '../roles.ts'
import { deed } from './deed.ts'

export interface NamedOperator {
  readonly email: string
}

export const changeRole = deed({
  action: 'operators.role',
  needs: 'operators.change',
  async act(tx, { email, role }: NamedOperator & { readonly role: OperatorRole }) {
    const { operator, from } = await changeOperatorRole(tx, email, role)
    const { id, name } = operator
    return {
      answer: { id, name, email: operator.email, role },
      subject: id,
      details: { operator: operator.email, from, to: role },
    }
  },
})

/** With their sessions: the console is closed to them at once. */
export const removeOperator = deed({
  action: 'operators.remove',
  needs: 'operators.change',
  async act(tx, { email }: NamedOperator) {
    const { id, email: address, role } = await remove(tx, email)
    return { answer: { id, email: address }, subject: id, details: { operator: address, role } }
  },
})
