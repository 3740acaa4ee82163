import type { Command } from './command.ts'
import { CommandError, EXIT } from './exit-codes.ts'

const SANDBOX_KEY = 'sk_sandbox_'

const NOT_INSTALLED =
  'The packages for `mcp` are not installed in this clone: run `npm run setup`. The package @tributary/cli has them built in.'

/** The MCP library is loaded by this command alone, and is a package of development: the service runs without it. */
async function loadServer(): Promise<typeof import('./mcp/server.ts')> {
  return import('./mcp/server.ts').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ERR_MODULE_NOT_FOUND' ? new CommandError(NOT_INSTALLED, EXIT.refused) : error
  })
}

export const mcp: Command = {
  name: 'mcp',
  args: '',
  does: 'Serves the API as tools for agents (Model Context Protocol, on standard input and output); sandbox and reading only, unless allowed',
  options: [
    { name: 'allow-writes', does: 'Also tools that change something; each asks for confirmation', isSwitch: true },
    { name: 'allow-production', does: 'Also with a key of production', isSwitch: true },
  ],
  async run(context, { options }) {
    const isSandbox = context.profile().api_key.startsWith(SANDBOX_KEY)
    if (!isSandbox && options['allow-production'] !== 'true') {
      throw new CommandError(
        'This is a key of production. Use one of the sandbox, or say --allow-production.',
        EXIT.credential,
      )
    }
    const { serve } = await loadServer()
    const { terminal, signal } = context
    const allowsWrites = options['allow-writes'] === 'true'
    const what = `${isSandbox ? 'sandbox' : 'PRODUCTION'}, ${allowsWrites ? 'reading and, with confirmation, writing' : 'reading only'}`
    context.output.note(`Serving ${context.profile().base_url} as tools: ${what}.`)
    await serve({ client: context.client(), terminal, signal, allowsWrites, isSandbox })
    return undefined
  },
}
