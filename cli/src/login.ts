import { createInterface } from 'node:readline/promises'
import { createTributary } from '../../sdk/typescript/src/index.ts'
import { type Command, type Context, show } from './command.ts'
import { CommandError, EXIT } from './exit-codes.ts'
import { LOCAL_SANDBOX, readProfiles, removeProfile, saveProfile, selectProfile } from './profiles.ts'
import { readAll, table } from './terminal.ts'

/** From the option, from what is piped in, or from a person who is not shown what they type. */
async function readKey({ terminal, output }: Context, given: string | undefined): Promise<string> {
  if (given !== undefined && given !== '-') return given
  const { stdin, stderr } = terminal
  if (!stdin.isTTY) return (await readAll(stdin)).trim()
  stderr.write('API key (it is not shown): ')
  const lines = createInterface({ input: stdin, terminal: true })
  try {
    return (await lines.question('')).trim()
  } finally {
    lines.close()
    output.note('')
  }
}

/** The base address of a service whose root somebody gave. */
const withBasePath = (url: string): string =>
  new URL(url).pathname === '/' ? `${url.replace(/\/$/, '')}/enterprise/v1` : url

export const login: Command = {
  name: 'login',
  args: '',
  does: 'Keeps an API key for the other commands, in a file that only you can read',
  options: [
    { name: 'api-key', does: 'The key; better typed or piped in, so that it is in no history' },
    { name: 'base-url', does: `The service; ${LOCAL_SANDBOX} when absent` },
  ],
  async run(context, { options }) {
    const { env } = context.terminal
    const baseUrl = withBasePath(options['base-url'] ?? env.TRIBUTARY_BASE_URL ?? LOCAL_SANDBOX)
    const api_key = await readKey(context, options['api-key'] ?? env.TRIBUTARY_API_KEY)
    if (!api_key) throw new CommandError('No key was given.', EXIT.credential)
    const client = createTributary({ apiKey: api_key, baseUrl })
    const { name, environment } = await client.enterprise.get({ signal: context.signal })
    const profile = options.profile ?? 'default'
    saveProfile(env, profile, { base_url: client.baseUrl, api_key })
    show(context, { profile, enterprise: name, environment, base_url: client.baseUrl }, () => [
      `Signed in to ${context.output.style('bold', name)}, ${environment}, as profile ${profile}.`,
    ])
    return undefined
  },
}

export const logout: Command = {
  name: 'logout',
  args: '[PROFILE]',
  does: 'Forgets the key of a profile',
  options: [],
  async run(context, { words, options }) {
    const { env } = context.terminal
    const name = words[0] ?? options.profile ?? readProfiles(env).current
    removeProfile(env, name)
    show(context, { profile: name, removed: true }, () => [`Forgot the key of profile ${name}.`])
    return undefined
  },
}

export const profiles: Command = {
  name: 'profiles',
  args: '[PROFILE]',
  does: 'Lists the profiles, or goes over to one',
  options: [],
  async run(context, { words: [wanted] }) {
    const { env } = context.terminal
    if (wanted !== undefined) selectProfile(env, wanted)
    const { current, profiles: all } = readProfiles(env)
    const rows = Object.entries(all).map(([name, { base_url, api_key }]) => ({
      name,
      current: name === current,
      base_url,
      api_key: `${api_key.slice(0, 15)}…`,
    }))
    show(context, rows, () =>
      table(
        context.output,
        ['', 'profile', 'service', 'key'],
        rows.map((row) => [row.current ? '*' : ' ', row.name, row.base_url, row.api_key]),
      ),
    )
    return undefined
  },
}
