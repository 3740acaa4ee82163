import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { connectedCreator, sandboxOf } from '../../sdk/test/support/sandbox.ts'
import { OPERATIONS } from '../../sdk/typescript/src/index.ts'
import { createKey, requireTenant } from '../../service/src/tenants/index.ts'
import { type RunningService, startService } from '../../service/test/support/service.ts'
import { EXIT } from '../src/exit-codes.ts'
import { createConfirmations } from '../src/mcp/confirm.ts'
import { TOOLS } from '../src/mcp/tools.ts'
import { person } from './support.ts'

const MAIN = join(import.meta.dirname, '../src/main.ts')
let running: RunningService
let sandbox: Awaited<ReturnType<typeof sandboxOf>>
let creator: string

beforeAll(async () => {
  running = await startService()
  sandbox = await sandboxOf(running)
  creator = await connectedCreator(sandbox.client)
})

interface AgentOptions {
  readonly args?: readonly string[]
  readonly key?: string
  /** The answer of the person, for a client that has a dialog. */
  readonly confirm?: (message: string) => boolean
}

/** An agent: the official client, with the command as its server. */
async function agent({ args = [], key = sandbox.apiKey, confirm }: AgentOptions = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { capabilities: confirm ? { elicitation: {} } : {} })
  if (confirm) {
    client.setRequestHandler(ElicitRequestSchema, async ({ params: { message } }) => ({
      action: 'accept' as const,
      content: { confirm: confirm(message) },
    }))
  }
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: '/nonexistent',
    TRIBUTARY_API_KEY: key,
    TRIBUTARY_BASE_URL: sandbox.baseUrl,
  }
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp', ...args], env, stderr: 'ignore' }),
  )
  onTestFinished(() => client.close())
  return client
}

const WRITES = ['--allow-writes']
const textOf = (answer: unknown): string => (answer as { content: { text: string }[] }).content[0]?.text ?? ''
const payouts = async (): Promise<number> => (await sandbox.client.payouts.list().toArray()).length

describe('tributary mcp', () => {
  it('has a tool for every operation but those that answer secrets, with a schema of its arguments', async () => {
    const { tools } = await (await agent({ args: WRITES })).listTools()
    expect(tools.length).toBe(Object.keys(OPERATIONS).length - 2)
    expect(tools.map(({ name }) => name).filter((name) => name.includes('secret'))).toEqual([])
    const create = tools.find(({ name }) => name === 'payouts_create')
    expect(create).toMatchObject({
      annotations: { readOnlyHint: false, destructiveHint: true },
      inputSchema: {
        required: ['account_connection', 'amount_in_cents'],
        properties: { amount_in_cents: { type: 'number' }, dry_run: { type: 'boolean' } },
      },
    })
    const batch = tools.find(({ name }) => name === 'payouts_create_batch')?.inputSchema as never
    expect(batch).toMatchObject({
      properties: { payouts: { items: { properties: { amount_in_cents: { type: 'integer' } } } } },
    })
  })

  it('only reads, unless writes are allowed', async () => {
    const client = await agent()
    const { tools } = await client.listTools()
    const reads = TOOLS.filter(({ isRead }) => isRead).map(({ name }) => name)
    expect(tools.map(({ name }) => name)).toEqual(reads)
    const enterprise = await client.callTool({ name: 'enterprise_get', arguments: {} })
    expect(enterprise.structuredContent).toMatchObject({ environment: 'sandbox' })
    const before = await payouts()
    const body = { account_connection: creator, amount_in_cents: 100 }
    const refused = await client.callTool({ name: 'payouts_create', arguments: body })
    expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining('--allow-writes')])
    expect(await payouts()).toBe(before)
  })

  it('refuses a key of production unless that is allowed', async () => {
    const { tributary } = person({ TRIBUTARY_API_KEY: 'sk_live_abc', TRIBUTARY_BASE_URL: sandbox.baseUrl })
    const { code, stderr } = await tributary('mcp')
    expect([code, stderr]).toEqual([EXIT.credential, expect.stringContaining('--allow-production')])
    const { tools } = await (await agent({ args: [...WRITES, '--allow-production'], key: 'sk_live_abc' })).listTools()
    expect(tools.filter(({ name }) => name.startsWith('sandbox_'))).toEqual([])
  })

  it('asks the person in the client’s own dialog, with amount and destination, and pays only if they agree', async () => {
    const asked: string[] = []
    let answer = false
    const client = await agent({
      args: WRITES,
      confirm: (message) => {
        asked.push(message)
        return answer
      },
    })
    const call = { name: 'payouts_create', arguments: { account_connection: creator, amount_in_cents: 12_500 } }
    const before = await payouts()
    expect(await client.callTool(call)).toMatchObject({ isError: true })
    expect(await payouts()).toBe(before)
    expect(asked[0]).toContain('amount_in_cents: $125.00')
    expect(asked[0]).toMatch(new RegExp(`Alice Alison, .+ \\(${creator}\\)`))
    answer = true
    expect((await client.callTool(call)).structuredContent).toMatchObject({
      amount_in_cents: 12_500,
      status: 'pending',
    })
    expect(await payouts()).toBe(before + 1)
  })

  it('describes a batch by its sum and its rows', async () => {
    const asked: string[] = []
    const client = await agent({ args: WRITES, confirm: (message) => asked.push(message) > 99 })
    const rows = Array.from({ length: 12 }, () => ({ account_connection: creator, amount_in_cents: 150 }))
    await client.callTool({ name: 'payouts_create_batch', arguments: { payouts: rows } })
    expect(asked[0]).toContain('12 payouts, $18.00 in all\n  $1.50 to Alice Alison')
    expect(asked[0]).toContain('and 2 more')
  })

  it('without such a dialog wants the same call again with a token, which is good for that call alone and pays once', async () => {
    const client = await agent({ args: WRITES })
    const body = { account_connection: creator, amount_in_cents: 4_200 }
    const before = await payouts()
    const described = textOf(await client.callTool({ name: 'payouts_create', arguments: body }))
    expect(described).toContain('Nothing was done yet')
    expect(described).toContain('$42.00')
    const [, confirmation = ''] = /"confirmation": "([\w-]+)"/.exec(described) ?? []
    const other = { ...body, amount_in_cents: 420_000, confirmation }
    expect(await client.callTool({ name: 'payouts_create', arguments: other })).toMatchObject({ isError: true })
    expect(await payouts()).toBe(before)
    const [first, second] = [
      await client.callTool({ name: 'payouts_create', arguments: { ...body, confirmation } }),
      await client.callTool({ name: 'payouts_create', arguments: { ...body, confirmation } }),
    ]
    expect(first.structuredContent).toMatchObject({ amount_in_cents: 4_200 })
    expect(second.structuredContent).toEqual(first.structuredContent)
    expect(await payouts()).toBe(before + 1)
  })

  it('needs no confirmation for a dry run or a simulation of the sandbox', async () => {
    const client = await agent({ args: WRITES })
    const body = { account_connection: creator, amount_in_cents: 100, dry_run: true }
    const tried = await client.callTool({ name: 'payouts_create', arguments: body })
    expect(tried.structuredContent).toMatchObject({ dry_run: true, expected: { fee_in_cents: 0 } })
    const clock = await client.callTool({ name: 'sandbox_advance_clock', arguments: { seconds: 1 } })
    expect(clock.structuredContent).toMatchObject({ now: expect.any(String) })
  })

  it('respects the scopes of its key, and tells refusals and mistakes in words', async () => {
    const { key } = await running.database.transaction(async (tx) =>
      createKey(tx, await requireTenant(tx, sandbox.enterprise, 'sandbox'), 'sandbox', 'Agent', { scopes: ['read'] }),
    )
    const client = await agent({ args: WRITES, key, confirm: () => true })
    const made = await client.callTool({ name: 'buyers_create', arguments: { first_name: 'Bob' } })
    expect([made.isError, textOf(made)]).toEqual([true, expect.stringMatching(/`?buyers`?.*\(scope_missing, req_/)])
    const missing = await client.callTool({ name: 'payouts_get', arguments: {} })
    expect(textOf(missing)).toBe('id is missing.')
    const unknown = await client.callTool({ name: 'payouts_list', arguments: { colour: 'red' } })
    expect(textOf(unknown)).toBe('There is no argument colour.')
    expect(textOf(await client.callTool({ name: 'nothing', arguments: {} }))).toBe('There is no tool nothing.')
  })
})

it('a token of a confirmation ends after ten minutes', () => {
  let now = 0
  const confirmations = createConfirmations(() => now)
  const [tool] = TOOLS
  if (!tool) throw new Error('there is no tool')
  const token = confirmations.offer(tool, { b: 1, a: 2 })
  expect(confirmations.holds(token, tool, { a: 2, b: 1, confirmation: token })).toBe(true)
  expect(confirmations.holds(token, tool, { a: 2, b: 2 })).toBe(false)
  now = 10 * 60_000 + 1
  expect(confirmations.holds(token, tool, { a: 2, b: 1 })).toBe(false)
})
