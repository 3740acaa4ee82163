import { type Request, setCaller } from '../../http/index.ts'
import { ENVIRONMENTS, type Environment } from '../../kernel/environment.ts'
import { problem } from '../../kernel/errors.ts'
import { type Action, isPrivileged, mayDo, needsFresh } from '../roles.ts'
import { refuseForeign } from './origin.ts'
import { type Person, setPerson } from './person.ts'

/** The right that a route of the dashboard needs. */
export type Access =
  | Action
  /** Any person who is signed in. */
  | 'signed-in'
  /** No sign-in. */
  | 'anyone'
  /** The right that the route of the API needs; see pass.ts. */
  | 'as-the-api-says'

/** Whether this person needs a second factor: by the rules of their enterprise, or by what their role may do. */
export const needsSecondFactor = (
  { role, secondFactorRequired }: Pick<Person, 'role' | 'secondFactorRequired'>,
  { productionIsPublic }: Pick<Door, 'productionIsPublic'>,
): boolean => secondFactorRequired || (productionIsPublic && isPrivileged(role))

export interface Door {
  /** Real money moves here. */
  readonly productionIsPublic: boolean
  /** The address of this server that people reach. */
  readonly root: () => string
  findPerson(request: Request): Promise<Person | undefined>
  /** Throws why an environment cannot be reached by this request. */
  refuseEnvironment(request: Request, environment: Environment): void
}

/** The environment that a path names, if it names one. */
export function environmentIn(request: Request): Environment | undefined {
  const { environment } = request.params as { environment?: string }
  if (environment === undefined) return undefined
  if (!ENVIRONMENTS.includes(environment as Environment)) throw problem('not_found', 'The path does not exist.')
  return environment as Environment
}

export const notFresh = (message: string) => problem('fresh_sign_in_required', message)

/** Throws unless this person may do that there, now. */
export function refuse(person: Person, action: Action, environment: Environment | undefined): void {
  if (!mayDo(person.role, action, environment)) {
    throw problem(
      'forbidden',
      `The role \`${person.role}\` does not allow this; ask an admin of ${person.enterprise.name}.`,
    )
  }
  if (needsFresh(action) && !person.fresh) throw notFresh('Give your password again to do this.')
}

/** Checks the origin of a request, who sent it and whether they may, before anything else is read of it. */
export function guard(door: Door): (request: Request) => Promise<void> {
  return async (request) => {
    refuseForeign(request, door.root())
    const access = request.routeOptions.config.action
    if (access === 'anyone') return
    const person = await door.findPerson(request)
    if (!person) throw problem('unauthorized', 'Sign in first.')
    setPerson(request, person)
    const environment = environmentIn(request)
    if (environment !== undefined) {
      door.refuseEnvironment(request, environment)
      setCaller(request, {
        tenant: person.tenants[environment],
        keyId: person.id,
        rateLimitPerSecond: undefined,
        scopes: undefined,
      })
    }
    if (access === undefined) throw problem('forbidden', 'No role allows this.')
    if (access !== 'signed-in' && needsSecondFactor(person, door) && !person.secondFactor) {
      throw problem('second_factor_required', 'Set up a second factor first, or sign in with your passkey.')
    }
    if (access !== 'signed-in' && access !== 'as-the-api-says') refuse(person, access, environment)
  }
}
