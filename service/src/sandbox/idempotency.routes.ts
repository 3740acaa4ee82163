import { Type } from 'typebox'
import { type Api, BASE_PATH, Body, type Commands, expireAnswer, Shape, Text } from '../http/index.ts'
import { problem } from '../kernel/errors.ts'

const fields = {
  path: Type.String({
    pattern: '^/[0-9A-Za-z_/-]{1,250}$',
    'x-form': 'a path below the base address, like `/payout`',
    description: 'The path that the key was used at, below the base address.',
    examples: ['/payout'],
  }),
  idempotency_key: Text(255, {
    description: 'The `Idempotency-Key` of that request.',
    examples: ['f3b0c442-98fc-4c14-9afb-f4c8996fb924'],
  }),
}

const Expiry = Body('SandboxIdempotencyExpiry', fields)
const Expired = Shape('SandboxIdempotencyExpired', {
  ...fields,
  expired: Type.Literal(true, { description: 'The key can be used again, as after seven days.' }),
})

/**
 * Idempotency answers expire by real time, not by the sandbox's clock: an advance of the clock would forget the answer to
 * itself, and a retry of it would move the clock twice.
 */
export function idempotencyExpiryRoute(api: Api, { commands }: { readonly commands: Commands }): void {
  api.post(
    '/sandbox/idempotency-expiry',
    {
      config: { problems: ['not_found'] },
      schema: {
        operationId: 'simulateIdempotencyExpiry',
        tags: ['Sandbox'],
        summary: 'Let an idempotency key expire',
        description:
          'The answer to a POST is forgotten, as it is after seven days of real time: the clock of the sandbox does not expire keys, so that a retried advance moves it once.',
        body: Expiry,
        response: { 200: Expired },
      },
    },
    (request, reply) =>
      commands(request, reply, async (tx, tenant) => {
        const { path, idempotency_key } = request.body
        if (!(await expireAnswer(tx, tenant, { scope: `POST ${BASE_PATH}${path}`, key: idempotency_key }))) {
          throw problem('not_found', 'No answer is kept for this key at this path.')
        }
        return { status: 200, body: { path, idempotency_key, expired: true } }
      }),
  )
}
