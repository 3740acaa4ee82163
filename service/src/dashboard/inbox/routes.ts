import { Type } from 'typebox'
import { type Api, Closed, callerOf } from '../../http/index.ts'
import type { Environment } from '../../kernel/environment.ts'
import { problem } from '../../kernel/errors.ts'
import type { Database } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { findMailHtml } from '../../resources/messages/index.ts'
import { environmentIn } from '../door/guard.ts'

export interface InboxDeps {
  readonly database: Database
  readonly vault: Vault
  readonly rootOf: (environment: Environment) => string
}

/**
 * Mail brings its own styles, which the dashboard's policy refuses: it is a document of its own, in a frame that runs
 * nothing, sends nothing and is shown by our own page alone. Its links open beside it.
 */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
}

export function inboxRoutes(api: Api, deps: InboxDeps): void {
  const { database } = deps
  api.get(
    '/:environment/message/:id/html',
    {
      config: { action: 'resources.read' },
      schema: { hide: true, params: Closed({ environment: Type.String(), id: Type.String() }) },
    },
    async (request, reply) => {
      // Mail of production went to real people and is private.
      const html =
        environmentIn(request) === 'sandbox'
          ? await findMailHtml(database.sql, callerOf(request).tenant, request.params.id, deps)
          : undefined
      if (html === undefined) throw problem('not_found', 'There is no e-mail with this id.')
      return reply
        .headers(HEADERS)
        .type('text/html; charset=utf-8')
        .send(html.replace('<head>', '<head><base target="_blank">'))
    },
  )
}
