import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { type Api, Closed, type Request, Text } from '../http/index.ts'
import { problem } from '../kernel/errors.ts'
import type { Database } from '../platform/database.ts'
import { StartError } from '../platform/start-error.ts'
import type { AnyDeed, Deed, DeedTools, LongDeed } from './deeds/deed.ts'
import { operatorOf } from './door.ts'
import { type Actor, performDeed } from './perform.ts'

/** Why the operator does it; the audit logs tell it. */
export const Reason = Text(255)

/** One deed at an address of the console. */
export interface DeedDoor {
  readonly url: string
  /** The operator command that does the same. */
  readonly command: string | undefined
  readonly deed: AnyDeed
  readonly body: TObject
}

/** The fields of the body are those of the deed's input, and the reason. */
export const deedDoor = <Input extends object>(
  url: string,
  deed: Deed<Input, unknown> | LongDeed<Input, unknown>,
  command: string | undefined,
  fields: { readonly [Field in keyof Input]-?: TSchema },
  reason: TSchema = Reason,
): DeedDoor => ({ url, command, deed, body: Closed({ ...fields, reason }) })

export interface DeedDoorDeps {
  readonly database: Database
  readonly tools: DeedTools
}

export const actorIn = (request: Request): Actor => {
  const { id, name, email } = operatorOf(request)
  return { personId: id, person: `${name} <${email}>`, address: request.ip, requestId: request.id }
}

/** The commands' own word for a mistake in their arguments; here it is the request that is wrong. */
export const asProblem = (error: unknown): never => {
  if (error instanceof StartError) throw problem('validation_failed', error.message)
  throw error
}

export function mountDeed(api: Api, { url, deed, command, body }: DeedDoor, { database, tools }: DeedDoorDeps): void {
  api.post(
    url,
    { config: { needs: deed.needs, deed, ...(command ? { command } : {}) }, schema: { hide: true, body } },
    async (request) => {
      const { reason, ...input } = request.body as Static<typeof Reasoned>
      const attempt = { actor: actorIn(request), asked: { request: `POST ${url}` }, reason }
      return performDeed(database, deed, input as never, attempt, tools).catch(asProblem)
    },
  )
}

const Reasoned = Type.Object({ reason: Reason })
