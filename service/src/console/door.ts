import { notFresh, refuseForeign, type SignedInOperator } from '../dashboard/index.ts'
import type { Request } from '../http/index.ts'
import { problem } from '../kernel/errors.ts'
import { type ConsoleAction, mayOperate, needsFreshSignIn } from './roles.ts'

/** The right that a route of the console needs. */
export type ConsoleAccess =
  | ConsoleAction
  /** Any operator who has given the password: enough to set a second factor up, and for nothing else. */
  | 'signed-in'

export interface ConsoleDoor {
  /** The address of this server that people reach. */
  readonly root: () => string
  findOperator(request: Request): Promise<SignedInOperator | undefined>
}

const operators = new WeakMap<Request, SignedInOperator>()

export const operatorIfAny = (request: Request): SignedInOperator | undefined => operators.get(request)

export function operatorOf(request: Request): SignedInOperator {
  const operator = operatorIfAny(request)
  if (!operator) throw new Error('a handler ran without a signed-in operator')
  return operator
}

/** Throws unless this operator may do that now. */
export function refuseOperator(operator: SignedInOperator, action: ConsoleAction): void {
  if (!operator.secondFactor) {
    throw problem('second_factor_required', 'Set up a second factor first, or sign in with your passkey.')
  }
  if (!mayOperate(operator.role, action)) {
    throw problem('forbidden', `The role \`${operator.role}\` does not allow this; ask an operator who is an admin.`)
  }
  if (needsFreshSignIn(action) && !operator.fresh) throw notFresh('Give your password again to do this.')
}

/** Checks the origin of a request, who sent it and whether they may, before anything else is read of it. */
export function guardConsole(door: ConsoleDoor): (request: Request) => Promise<void> {
  return async (request) => {
    refuseForeign(request, door.root())
    const operator = await door.findOperator(request)
    if (!operator) throw problem('unauthorized', 'Sign in first.')
    operators.set(request, operator)
    const access = request.routeOptions.config.needs
    if (access === undefined) throw problem('forbidden', 'No role allows this.')
    if (access !== 'signed-in') refuseOperator(operator, access)
  }
}
