import type { Api, Pages } from '../http/index.ts'

/** A host page that embeds Connect and shows the exit message arriving: to try it, and to copy from. */
export function exampleRoutes(api: Api, { pages }: { readonly pages: Pages }): void {
  api.get('/examples/embed', { schema: { hide: true } }, (request, reply) =>
    pages.sendPage(request, reply, 'examples/embed', {
      frameAncestors: "'none'",
      frames: "'self' http://localhost:* http://127.0.0.1:*",
    }),
  )
}
