import { Type } from 'typebox'
import { type Api, acceptSignedJson } from '../../http/index.ts'
import type { Environment } from '../../kernel/environment.ts'
import { problem } from '../../kernel/errors.ts'
import type { Database } from '../../platform/database.ts'
import type { IdentityAnswer, IdentityRail } from '../../rails/identity/port.ts'
import type { ConnectionDeps } from '../account-connections/index.ts'
import { takeLateVerdict } from './late-verdicts.ts'

export interface IdentityRouteDeps extends ConnectionDeps {
  readonly environment: Environment
  readonly database: Database
  readonly identity: IdentityRail
}

/** The callback of the identity provider. Its signature covers the raw bytes, so the body is not parsed before. */
export function identityRoutes(app: Api, deps: IdentityRouteDeps): void {
  const { identity } = deps
  if (!identity.readAnswer) return
  void app.register(async (scope) => {
    acceptSignedJson(scope)
    scope.post(
      '/identity/events',
      { schema: { hide: true, response: { 200: Type.Object({ received: Type.Boolean() }) } } },
      async (request) => {
        const answer = read(request.body, request.headers)
        await deps.database.transaction((tx) => takeLateVerdict(tx, answer, deps))
        return { received: true }
      },
    )
  })

  function read(body: unknown, headers: Record<string, string | string[] | undefined>): IdentityAnswer {
    try {
      return (identity.readAnswer as NonNullable<IdentityRail['readAnswer']>)(
        Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        headers,
      )
    } catch {
      throw problem('unauthorized', 'The answer is not signed by the provider of identity checks.')
    }
  }
}
