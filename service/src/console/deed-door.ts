import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { type Api, Closed, type Request, Text } from '../http/index.ts'
import { problem } from '../kernel/errors.ts'
import { StartError } from '../platform/start-error.ts'
import type { AnyDeed, Deed, LongDeed } from './deeds/deed.ts'
import { operatorOf } from './door.ts'
import { type Actor, type PerformDeps, performDeed } from './perform.ts'

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

export type DeedDoorDeps = PerformDeps

export const actorIn = (request: Request): Actor => {
  const { id, name, email } = operatorOf(request)
  return { personId: id, person: `${name} <${email}>`, address: request.ip, requestId: request.id }
}

/** The commands' own word for a mistake in their arguments; here it is the request that is wrong. */
export const asProblem = (error: unknown): never => {
  if (error instanceof StartError) throw problem('validation_failed', error.message)
  throw error
}

export function mountDeed(api: Api, { url, deed, command, body }: DeedDoor, deps: DeedDoorDeps): void {
  api.post(
    url,
    { config: { needs: deed.needs, deed, ...(command ? { command } : {}) }, schema: { hide: true, body } },
    async (request, reply) => {
      const { reason, ...input } = request.body as Static<typeof Reasoned>
      const { role } = operatorOf(request)
      const attempt = { actor: actorIn(request), role, asked: { request: `POST ${url}` }, reason }
      const done = await performDeed(deps, deed, input as never, attempt).catch(asProblem)
      if ('answer' in done) return done.answer
      reply.code(202)
      return { approval: done.approval }
    },
  )
}

const Reasoned = Type.Object({ reason: Reason })
