import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Market } from './market.ts'
import { framePage, homePage, SCRIPT, STYLE } from './pages.ts'
import { SignatureError } from './tributary.ts'

const WEEK_SECONDS = 7 * 24 * 3_600

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Answers a webhook at once; a fault of ours is a 500, and Tributary sends it again. */
async function hook(market: Market, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await market.receive(await readBody(request), request.headers)
    response.writeHead(204).end()
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error
    console.error(`Refused a webhook: ${error.message}`)
    response.writeHead(401).end()
  }
}

/** A week of the sandbox passes: orders are settled on the way, then everybody is paid. */
async function passWeek(market: Market): Promise<void> {
  const { now } = await market.tributary.sandbox.advanceClock({ seconds: WEEK_SECONDS })
  await market.catchUp()
  await market.payCreators(`week-of-${now.slice(0, 10)}`)
}

type Route = (market: Market, id: string) => Promise<{ html: string } | { to: string }>

const ROUTES: Readonly<Record<string, Route>> = {
  'GET /': async (market) => ({ html: homePage(market) }),
  'GET /onboard': async (market, id) => ({
    html: framePage('Onboard', await market.onboardingUrl(id), '/done'),
  }),
  'GET /card': async (market, id) => {
    const { creator, item, price_in_cents } = market.orders().find((one) => one.id === id) ?? {}
    const { cardUrl } = await market.order(id, creator ?? '', item ?? '', price_in_cents ?? 0)
    return { html: framePage('Pay', cardUrl, `/pay/${id}`) }
  },
  'POST /buy': async (market, creator) => {
    const id = `order-${market.orders().length + 1}-${Date.now()}`
    await market.order(id, creator, 'Print', 2_500)
    return { to: `/card/${id}` }
  },
  'POST /pay': async (market, id) => {
    await market.pay(id)
    return { to: '/' }
  },
  'POST /done': async () => ({ to: '/' }),
  'POST /week': async (market) => {
    await passWeek(market)
    return { to: '/' }
  },
  'POST /reconcile': async (market) => {
    await market.catchUp()
    return { html: homePage(market, await market.reconcile()) }
  },
}

const FILES: Readonly<Record<string, readonly [type: string, text: string]>> = {
  '/style.css': ['text/css', STYLE],
  '/frame.js': ['text/javascript', SCRIPT],
}

async function answer(market: Market, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '/' } = request
  if (method === 'POST' && url === '/hook') return hook(market, request, response)
  const file = FILES[url]
  if (file) return void response.writeHead(200, { 'content-type': file[0] }).end(file[1])
  const [, name = '', id = ''] = url.split('/')
  const found = await ROUTES[`${method} /${name}`]?.(market, decodeURIComponent(id))
  if (!found) return void response.writeHead(404).end()
  if ('to' in found) return void response.writeHead(303, { location: found.to }).end()
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(found.html)
}

/** The marketplace's pages and its receiver of webhooks, on this machine alone. */
export async function listen(market: Market, port: number): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    answer(market, request, response).catch((error) => {
      console.error(error)
      response.writeHead(500).end('Something went wrong.')
    })
  }).listen(port, '127.0.0.1')
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject))
  const { port: bound } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${bound}`, server }
}
