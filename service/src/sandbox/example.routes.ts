import type { Api, Pages } from '../http/index.ts'

/** An example of a host page: it embeds Connect and shows the exit message when it arrives. */
export function exampleRoutes(api: Api, { pages }: { readonly pages: Pages }): void {
  api.get('/examples/embed', { schema: { hide: true } }, (request, reply) =>
    pages.sendPage(request, reply, 'examples/embed', {
      frameAncestors: "'none'",
      frames: "'self' http://localhost:* http://127.0.0.1:*",
    }),
  )
}
