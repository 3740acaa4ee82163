import type { Api, Pages, RecordedExamples, Request, Response } from '../http/index.ts'
import type { Environment } from '../kernel/environment.ts'
import type { ApiDocument } from './document.ts'
import { llmsFullText, llmsText, searchIndex } from './feeds.ts'
import { addressOf } from './reference.ts'
import { fill, shellOf } from './shell.ts'
import { createSite, type Site } from './site.ts'

export interface DocsDeps {
  readonly environment: Environment
  readonly pages: Pages
  readonly rootOf: (environment: Environment) => string
  readonly examples: RecordedExamples
}

const POLICY = { frameAncestors: "'none'" } as const
const HTML = 'text/html; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'
const PLAIN = 'text/plain; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
const HIDDEN = { schema: { hide: true } }

/** The docs: pages for people, the same as Markdown, and what programs and the search read. None needs a key. */
export function docsRoutes(api: Api, { environment, pages, rootOf, examples }: DocsDeps): void {
  const root = () => rootOf(environment)
  const readDocument = () => api.apiDocument() as Promise<unknown> as Promise<ApiDocument>
  let making: Promise<Site> | undefined
  const openSite = () => {
    making ??= readDocument().then((document) =>
      createSite({ document: () => document, examples, sandboxRoot: () => rootOf('sandbox') }),
    )
    return making
  }
  const made = new Map<string, Promise<string | undefined>>()
  /** A text is made at its first request, once for all that ask meanwhile. */
  const send = async (
    request: Request,
    reply: Response,
    type: string,
    name: string,
    make: (site: Site) => Promise<string | undefined>,
  ): Promise<Response> => {
    const text = made.get(name) ?? openSite().then(make)
    made.set(name, text)
    const found = await text
    if (found !== undefined)
      return pages.sendText(request, reply, { name: `docs/${environment}/${name}`, type, text: found }, POLICY)
    made.delete(name)
    return reply.callNotFound() as unknown as Response
  }
  const sendPage = (request: Request, reply: Response, slug: string) =>
    send(request, reply, HTML, `${slug}.html`, (site) => pageHtml(site, pages, slug))

  api.get('/docs', HIDDEN, (request, reply) => sendPage(request, reply, ''))
  api.get('/docs/search.json', HIDDEN, (request, reply) =>
    send(request, reply, JSON_TYPE, 'search.json', async (site) => JSON.stringify(searchIndex(await site.all()))),
  )
  for (const path of ['/llms.txt', '/docs/llms.txt']) {
    api.get(path, HIDDEN, (request, reply) =>
      send(request, reply, PLAIN, 'llms.txt', async (site) => llmsText(site.entries(), root())),
    )
  }
  api.get('/docs/llms-full.txt', HIDDEN, (request, reply) =>
    send(request, reply, PLAIN, 'llms-full.txt', async (site) => llmsFullText(await site.all())),
  )
  api.get('/docs/operation/*', HIDDEN, async (request, reply) => {
    const [method = '', ...path] = (request.params as { '*': string })['*'].split('/')
    const address = addressOf(await readDocument(), method.toUpperCase(), `/${path.join('/')}`)
    return address === undefined ? reply.callNotFound() : reply.redirect(address)
  })
  api.get('/docs/*', HIDDEN, (request, reply) => {
    const path = (request.params as { '*': string })['*']
    if (!path.endsWith('.md')) return sendPage(request, reply, path)
    const slug = path.slice(0, -'.md'.length)
    return send(
      request,
      reply,
      MARKDOWN,
      path,
      async (site) => (await site.page(slug === 'index' ? '' : slug))?.markdown,
    )
  })
}

async function pageHtml(site: Site, pages: Pages, slug: string): Promise<string | undefined> {
  const page = await site.page(slug)
  return page && fill(pages.template('docs'), shellOf(site.entries(), page))
}
