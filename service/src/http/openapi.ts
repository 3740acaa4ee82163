import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import type { Environment } from '../kernel/environment.ts'

const DESCRIPTION = `Pay creators, move money between them, collect from buyers, split deposits, onboard creators, and hear of every change.

**Authentication.** HTTP Basic: the API key is the user name, the password is empty, as \`curl -u KEY:\` sends it. A key is valid only at its own environment's base address. It may be limited to **scopes** (each operation names the one it needs, beside its security scheme; without it 403 \`scope_missing\`), to networks (403 \`network_not_allowed\` from elsewhere) and in time (401 \`key_expired\`).

**Money** is a whole number of cents, at most 9,999,999,999 in one payment. Shares are computed exactly and rounded once, to the cent: the fee of a purchase half up, the split of a deposit half down. What an operation costs stands with it. **Times** are UTC with milliseconds. **Lists** are newest first, with \`page\` and \`page_size\`; \`total\` counts them all.

**Walking a list.** Name \`order\`, and the answer has \`has_more\` and \`next_cursor\`: sent as \`cursor\`, it goes on where the page ended, whatever is created meanwhile. No row comes twice, and none is missed. Each filter says what it costs. One that is *walked* is compared row by row, at most 10,000 rows in a request: a page may then be short, or empty, while \`has_more\` is true, and \`total\` is what was found so far where \`total_is_minimum\` says so.

**Dry run.** \`?dry_run=true\` on a POST that has it makes every check, with the same errors, and answers 200 with the body that the call would give, without ids, with \`dry_run\` and \`expected\`: what it would cost and when the money would arrive. Nothing is locked, written or reserved, so it promises nothing: the call itself can still be refused. An \`Idempotency-Key\` is compared with those used before (409 with another body), but neither used up nor replayed.

**Idempotency.** Send \`Idempotency-Key\` with any POST: a retry with the same body gets the original answer, byte for byte, with \`Idempotent-Replayed: true\`.

**Errors** have one shape: \`message\` for people, \`code\` for programs, \`request_id\` for us; \`errors\` lists every fault of a request at once.

Beside the errors listed with each operation, any request can be answered 404 \`not_found\` (the path does not exist), 405 \`method_not_allowed\` (it does, with the methods in \`Allow\`) or 431 \`headers_too_large\` (more than 16 KiB of headers).

**Limits.** A body has at most 1 MiB, a batch of payouts 16 MiB and 10,000 entries. Strings have at most 255 characters unless they say otherwise, and what people read is more than white space. No text holds a NUL character or half a surrogate pair, no object the same key twice or the key \`__proto__\`, nothing is nested deeper than 64, and a body holds at most 20,000 lists, objects and values (a batch 200,000, and 550 more for each entry): else it is 400. Numbers must be such as a double holds exactly. Every answer tells the limit of requests and what is left of it, in \`RateLimit-Policy\` and \`RateLimit\`; beyond it the answer is 429 \`rate_limited\` with \`Retry-After\`, and so is an eleventh page of more than 100 entries that has waited ten seconds for the ten before it.

**Versions.** v1 changes only by addition.`

export interface OpenApiOptions {
  readonly environment: Environment
  readonly basePath: string
  /** The document's description of the webhooks that the service sends. */
  readonly webhooks?: Record<string, object> | undefined
  /** How to cause each failure in sandbox: a table in Markdown. */
  readonly failures?: string | undefined
}

const API_KEY =
  'The API key as user name, an empty password. The role that an operation lists is the scope that the key needs; a key without scopes has all but `audit`, `approvals` and `withdrawals`, which must be named.'

const TAGS = [
  ['Account Connections', 'Your relationships with creators.'],
  ['Connect', 'The hosted flow in which creators connect, and who may embed it.'],
  ['Payouts', 'Money you pay to creators.'],
  ['Withdrawals', 'Money you take out, to your own bank account.'],
  [
    'Approvals',
    'The consent of others that a payout, a withdrawal, a refund or a change of access waits for, where your rules ask for it.',
  ],
  ['P2P', 'Payments from one creator to another, confirmed with a code.'],
  ['Contracts', 'Shares of creators’ deposits that go to you, with their consent.'],
  ['Buyers', 'Your customers and their cards.'],
  ['Purchases', 'Money you collect from buyers.'],
  ['Webhooks', 'Subscriptions to changes, one per event, and what became of each notification.'],
  ['Events', 'Everything that changed, in order.'],
  ['Alerts', 'What the service noticed and your people should look at.'],
  ['Audit log', 'Who did what at your enterprise, in order.'],
  ['Request log', 'Your own requests and their answers, without secrets.'],
  ['Enterprise', 'Your own account.'],
] as const

const sandboxTag = (failures: string): readonly [string, string] => [
  'Sandbox',
  `Time and the outside world, on demand. Nothing here moves real money.

**Failures.** Each that you must handle can be caused:

${failures}

A request to any path with the header \`Sandbox-Failure\` fails as it says.

**ACH.** Batches leave each hour on the hour: advance the clock past it and a \`pending\` ACH payout is \`sent\`. An account number that begins with \`9\` is returned 30 minutes later, with code \`R03\`.

**Cards.** \`POST /sandbox/card\` lists the test cards. \`payment_instrument_id\` takes \`pi_sandbox_visa\` (approved) and \`pi_sandbox_declined\`.

**Codes.** A P2P payment’s code is always \`000000\`.`,
]

const tagsOf = (environment: Environment, failures: string) =>
  [...TAGS, ...(environment === 'sandbox' ? [sandboxTag(failures)] : [])].map(([name, description]) => ({
    name,
    description,
  }))

type RouteSchema = FastifySchema & { readonly response?: Record<number, unknown> }

/**
 * Collects routes that match only some ids, like `/account-connection/:id(^buy_.*$)`. In the document each is a variant of
 * the route without the pattern.
 */
function collectVariants(app: FastifyInstance): Map<string, RouteSchema[]> {
  const variants = new Map<string, RouteSchema[]>()
  app.addHook('onRoute', ({ method, url, schema }) => {
    const whole = url.replace(/\([^()]*\)/g, '')
    if (whole === url || !schema) return
    const key = `${method} ${whole}`
    variants.set(key, [...(variants.get(key) ?? []), schema as RouteSchema])
  })
  return variants
}

function withVariants(schema: RouteSchema, variants: readonly RouteSchema[] | undefined): FastifySchema {
  if (!variants) return schema
  const all = [schema, ...variants]
  return {
    ...schema,
    // A body may match several variants. An answer matches one.
    body: { anyOf: all.map(({ body }) => body) },
    response: { ...schema.response, 200: { oneOf: all.map(({ response }) => response?.[200]) } },
  }
}

/** Generates the document from the schemas that validate requests, so that the two cannot differ. */
export async function openApi(
  app: FastifyInstance,
  { environment, basePath, webhooks, failures = '' }: OpenApiOptions,
): Promise<void> {
  const variants = collectVariants(app)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Tributary', version: '1', description: DESCRIPTION },
      // A relative URL is right at every address that the document is fetched from.
      servers: [{ url: basePath, description: environment }],
      tags: tagsOf(environment, failures),
      ...(webhooks ? { webhooks } : {}),
      components: {
        securitySchemes: {
          api_key: { type: 'http', scheme: 'basic', description: API_KEY },
        },
      },
    },
    // The base path is part of `servers`, so the document's paths leave it out.
    stripBasePath: true,
    transform: ({ schema, url, route }) => ({
      schema: withVariants(schema as RouteSchema, variants.get(`${route.method} ${url}`)),
      url: url.startsWith(basePath) ? url.slice(basePath.length) : url,
    }),
  })
}
