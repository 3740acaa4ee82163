import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { ApiError, type Tributary, TributaryError, VERSION } from '../../../sdk/typescript/src/index.ts'
import type { Terminal } from '../terminal.ts'
import { type Confirmations, createConfirmations, describeCall } from './confirm.ts'
import { type ApiTool, type Arguments, CONFIRMATION, inputSchemaOf, TOOLS } from './tools.ts'

export interface McpOptions {
  readonly client: Tributary
  readonly terminal: Terminal
  readonly signal: AbortSignal
  readonly allowsWrites: boolean
  readonly isSandbox: boolean
}

const INSTRUCTIONS = `Tributary, a payments API. Amounts are whole US cents. Lists are pages, newest first: use page, page_size and filters.
A tool that changes something is carried out only once the person has confirmed the amounts and destinations. Without a
dialog of the client, the first call answers a description and a token: show the description to the person, and call again with
the same arguments and the token only if they agree. Where a tool has dry_run, use it to see cost and arrival first.`

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

const answered = (value: object): CallToolResult => ({
  content: [{ type: 'text', text: text(value) }],
  structuredContent: value as Record<string, unknown>,
})

const told = (message: string, isError = false): CallToolResult => ({
  content: [{ type: 'text', text: message }],
  ...(isError ? { isError } : {}),
})

function refused(error: unknown): CallToolResult {
  if (error instanceof ApiError) {
    const faults = error.fields.errors?.map(({ param, message }) => `\n${param} ${message}`) ?? []
    return told(`${error.message} (${error.code}, ${error.requestId})${faults.join('')}`, true)
  }
  if (error instanceof TributaryError) return told(error.message, true)
  throw error
}

const descriptionOf = ({ described: { summary }, isRead, canBeTried }: ApiTool): string =>
  [`${summary}.`, isRead ? '' : 'Needs confirmation.', canBeTried ? 'dry_run shows cost and arrival first.' : '']
    .filter(Boolean)
    .join(' ')

const listed = (tool: ApiTool) => ({
  name: tool.name,
  description: descriptionOf(tool),
  inputSchema: inputSchemaOf(tool),
  annotations: { readOnlyHint: tool.isRead, destructiveHint: !tool.isRead, openWorldHint: !tool.isRead },
})

/** Asks the person through the client's own dialog; undefined where the client has none. */
async function askPerson(server: Server, description: string): Promise<boolean | undefined> {
  if (!server.getClientCapabilities()?.elicitation) return undefined
  const { action, content } = await server.elicitInput({
    message: description,
    requestedSchema: {
      type: 'object',
      properties: {
        confirm: { type: 'boolean', title: 'Do this', description: 'Amounts and destinations are right.' },
      },
      required: ['confirm'],
    },
  })
  return action === 'accept' && content?.confirm === true
}

/** A simulation moves nothing real, a dry run nothing at all. */
const needsConfirmation = ({ isRead, isSimulation }: ApiTool, args: Arguments): boolean =>
  !(isRead || isSimulation || args.dry_run === true)

async function callTool(
  server: Server,
  confirmations: Confirmations,
  { client, signal }: McpOptions,
  tool: ApiTool,
  args: Arguments,
): Promise<CallToolResult> {
  if (!needsConfirmation(tool, args)) return answered(await tool.call(client, args, { signal }))
  const token = args[CONFIRMATION]
  if (confirmations.holds(token, tool, args)) {
    return answered(await tool.call(client, args, { signal, idempotencyKey: `mcp-${token}` }))
  }
  if (token !== undefined)
    return told('This confirmation is not for these arguments, or has expired. Nothing was done.', true)
  const description = await describeCall(client, tool, args)
  const isAgreed = await askPerson(server, description)
  if (isAgreed) return answered(await tool.call(client, args, { signal }))
  if (isAgreed === false) return told('The person did not agree. Nothing was done.', true)
  const offered = confirmations.offer(tool, args)
  return told(
    `Nothing was done yet. This would be done:\n\n${description}\n\nAsk the person. If they agree, call ${tool.name} again with the same arguments and "${CONFIRMATION}": "${offered}".`,
  )
}

/** Serves the API as tools over standard input and output, until the client goes or the command is interrupted. */
export async function serve(options: McpOptions): Promise<void> {
  const offered = TOOLS.filter(
    ({ isRead, isSimulation }) => (isRead || options.allowsWrites) && (options.isSandbox || !isSimulation),
  )
  const server = new Server(
    { name: 'tributary', title: 'Tributary payments', version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  const confirmations = createConfirmations()
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: offered.map(listed) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args = {} } }) => {
    const tool = offered.find((one) => one.name === name)
    if (!tool) {
      const isWrite = TOOLS.some((one) => one.name === name)
      return told(isWrite ? `${name} changes something: start with --allow-writes.` : `There is no tool ${name}.`, true)
    }
    const known = inputSchemaOf(tool)
    const faults = [
      ...known.required.filter((field) => args[field] === undefined).map((field) => `${field} is missing.`),
      ...Object.keys(args).flatMap((field) => (field in known.properties ? [] : `There is no argument ${field}.`)),
    ]
    if (faults.length > 0) return told(faults.join('\n'), true)
    return callTool(server, confirmations, options, tool, args).catch(refused)
  })
  const { stdin, stdout } = options.terminal
  const ended = new Promise<void>((resolve) => {
    stdin.once('end', resolve)
    stdin.once('close', resolve)
    options.signal.addEventListener('abort', () => resolve())
  })
  await server.connect(new StdioServerTransport(stdin, stdout))
  await ended
  await server.close()
}
