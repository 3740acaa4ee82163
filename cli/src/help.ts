import type { Command } from './command.ts'
import { COMMANDS, OWN_COMMANDS } from './commands.ts'
import { EXIT_CODES } from './exit-codes.ts'
import type { Output } from './terminal.ts'

const GLOBAL = [
  ['--json', 'The answer as JSON, for programs'],
  ['--profile NAME', 'Another key than the current one'],
  ['--help', 'What a command does, and its options'],
] as const

const lines = (pairs: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...pairs.map(([name]) => name.length))
  return pairs.map(([name, does]) => `  ${name.padEnd(width)}  ${does}`.trimEnd())
}

export function usage(output: Output): string {
  const resources = new Map<string, string[]>()
  for (const { name } of COMMANDS.filter((one) => !OWN_COMMANDS.includes(one))) {
    const [resource = '', verb = ''] = name.split(' ')
    resources.set(resource, [...(resources.get(resource) ?? []), verb])
  }
  return [
    output.style('bold', 'tributary COMMAND'),
    '',
    ...lines(OWN_COMMANDS.map(({ name, args, does }) => [`${name} ${args}`.trim(), does])),
    '',
    'Every operation of the API:',
    ...lines([...resources].map(([name, verbs]) => [name, verbs.join(', ')])),
    '',
    'Options of all commands:',
    ...lines(GLOBAL),
    '',
    'Exit codes:',
    ...lines(EXIT_CODES.map(([code, means]) => [String(code), means])),
    '',
    'Variables: TRIBUTARY_API_KEY, TRIBUTARY_BASE_URL, TRIBUTARY_PROFILE, TRIBUTARY_CONFIG_HOME, NO_COLOR.',
    '',
  ].join('\n')
}

export function usageOf(output: Output, { name, args, does, options }: Command): string {
  return [
    output.style('bold', `tributary ${name} ${args}`.trim()),
    does,
    '',
    ...lines([
      ...options.map((one): [string, string] => [`--${one.name}${one.isSwitch ? '' : ' VALUE'}`, one.does]),
      ...GLOBAL,
    ]),
    '',
  ].join('\n')
}

export function usageOfResource(output: Output, resource: string): string | undefined {
  const own = COMMANDS.filter(({ name }) => name.startsWith(`${resource} `))
  if (own.length === 0) return undefined
  return [
    output.style('bold', `tributary ${resource} VERB`),
    ...lines(own.map(({ name, args, does }) => [`${name} ${args}`.trim(), does])),
    '',
  ].join('\n')
}
