import { Type } from 'typebox'
import { type Api, acceptSignedJson } from '../../http/index.ts'
import type { Environment } from '../../kernel/environment.ts'
import { Problem, problem } from '../../kernel/errors.ts'
import type { Database } from '../../platform/database.ts'
import { type CardEvent, UnverifiedEvent } from '../../rails/cards/port.ts'
import { applyCardEvent } from './commands.ts'
import type { PurchaseDeps } from './current.ts'
import { parseKey } from './model.ts'

export interface NetworkRouteDeps extends PurchaseDeps {
  readonly environment: Environment
  readonly database: Database
}

/** The callback of the card network. Its signature is over the bytes of the body, so the body is not parsed before. */
export function cardNetworkRoutes(app: Api, deps: NetworkRouteDeps): void {
  void app.register(async (scope) => {
    acceptSignedJson(scope)
    scope.post(
      '/card-network/events',
      { schema: { hide: true, response: { 200: Type.Object({ received: Type.Boolean() }) } } },
      async (request) => {
        const event = await readEvent(request.body, request.headers)
        if (event) await applyEvent(event)
        return { received: true }
      },
    )
  })

  /** A repeated or late event is refused by its state and changes nothing; the network need not send it again. */
  async function applyEvent(event: CardEvent): Promise<void> {
    try {
      await deps.database.transaction((tx) => applyCardEvent(tx, event, deps.environment, deps))
    } catch (error) {
      if (!isRefusal(error)) throw error
      const { tenant, id: resource } = parseKey(event.key) ?? {}
      const context = { tenant, resource, kind: event.kind, why: error.code }
      deps.log.info(context, 'an event of the card network changed nothing')
    }
  }

  async function readEvent(body: unknown, headers: Record<string, string | string[] | undefined>) {
    try {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      return await deps.cards[deps.environment].readEvent(bytes, headers)
    } catch (error) {
      if (error instanceof UnverifiedEvent)
        throw problem('unauthorized', 'The event is not signed by the card network.')
      throw error
    }
  }
}

/** The purchase is already as an event reports it, or cannot become so. */
export const isRefusal = (error: unknown): error is Problem =>
  error instanceof Problem && (error.code === 'invalid_state' || error.code === 'not_found')
