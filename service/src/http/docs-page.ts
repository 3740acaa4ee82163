import { createHash } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { problem } from '../kernel/errors.ts'
import { type Document, type RecordedExamples, writeDocument } from './openapi-document.ts'

/** Serves the document and the page that renders it. Both work without an API key and without internet access. */
export async function docsPage(app: FastifyInstance, basePath: string, examples: RecordedExamples): Promise<void> {
  let document: Promise<string> | undefined
  const options = { schema: { hide: true, response: { 200: Type.Any() } } }
  app.get(`${basePath}/openapi.json`, options, async (_request, reply) => {
    document ??= writeDocument(() => app.swagger() as unknown as Document, examples)
    return reply.header('content-type', 'application/json; charset=utf-8').send(await document)
  })
  await app.register(async (page) => {
    page.addHook('onRequest', async ({ headers }) => {
      // The plugin builds a URL from the Host header and would fail with a 500.
      if (!URL.canParse(`http://${headers.host ?? ''}`)) {
        throw problem('malformed_request', 'The Host header names no host.')
      }
    })
    page.addHook('onSend', async (_request, reply, payload) => {
      if (typeof payload !== 'string' || !String(reply.getHeader('content-type')).startsWith('text/html'))
        return payload
      const html = withoutEval(payload)
      reply.header('content-security-policy', policyFor(html))
      return html
    })
    await page.register(scalar, pluginOptions(basePath))
  })
}

const pluginOptions = (basePath: string) =>
  ({
    routePrefix: '/docs',
    configuration: {
      url: `${basePath}/openapi.json`,
      pageTitle: 'Tributary API',
      metaData: { title: 'Tributary API' },
      authentication: { preferredSecurityScheme: 'api_key' },
      defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
      documentDownloadType: 'json',
      withDefaultFonts: false,
      // These features of the page would send requests to its vendor.
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true,
      telemetry: false,
    },
  }) as Parameters<typeof scalar>[1]

/** The page's validator, zod, compiles functions at run time unless it is told not to before it is loaded. */
const NO_COMPILING = '<script>globalThis.__zod_globalConfig = { jitless: true }</script>'

const withoutEval = (html: string): string => html.replace('<script', `${NO_COMPILING}\n    <script`)

/** Allows the page's own inline scripts by their hashes. Its styles are set by scripts, on elements as they are made. */
function policyFor(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => script,
  )
  const hashes = inline.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
