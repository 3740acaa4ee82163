import { ApiError, ConnectionError, createTributary, TributaryError, VERSION } from '../../sdk/typescript/src/index.ts'
import { type Option, readArguments } from './arguments.ts'
import type { Context } from './command.ts'
import { findCommand } from './commands.ts'
import { CommandError, EXIT } from './exit-codes.ts'
import { usage, usageOf, usageOfResource } from './help.ts'
import { findProfile } from './profiles.ts'
import { createOutput, type Output, type Terminal } from './terminal.ts'

const GLOBAL: readonly Option[] = [
  { name: 'json', does: '', isSwitch: true },
  { name: 'profile', does: '' },
  { name: 'help', does: '', isSwitch: true },
]

/** Runs one command; answers its exit code. Nothing is thrown: errors are told in a sentence. */
export async function run(words: readonly string[], terminal: Terminal, signal: AbortSignal): Promise<number> {
  const output = createOutput(terminal)
  try {
    return (await dispatch(words, terminal, output, signal)) ?? EXIT.done
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted
    const { message, exitCode } = told(error)
    output.note(`${output.style('red', 'error')}: ${message}`)
    return exitCode
  }
}

async function dispatch(words: readonly string[], terminal: Terminal, output: Output, signal: AbortSignal) {
  const [first] = words
  if (first === undefined || first === 'help' || first === '--help') {
    terminal.stdout.write((words[1] && helpFor(output, words.slice(1))) || usage(output))
    return undefined
  }
  if (first === '--version' || first === 'version') {
    output.print(VERSION)
    return undefined
  }
  const found = findCommand(words)
  if (!found) {
    const plain = words.filter((word) => !word.startsWith('-'))
    const unknown = `There is no command ${plain.slice(0, 2).join(' ')}`
    const help = helpFor(output, plain)
    if (!help) throw new CommandError(`${unknown}; \`tributary help\` lists them.`)
    if (plain.length > 1) output.note(`${output.style('red', 'error')}: ${unknown}.`)
    terminal.stdout.write(help)
    return words.includes('--help') ? undefined : EXIT.usage
  }
  const { command, rest } = found
  if (rest.includes('--help')) {
    terminal.stdout.write(usageOf(output, command))
    return undefined
  }
  const args = readArguments(rest, [...command.options, ...GLOBAL])
  const profile = () => findProfile(terminal.env, command.name === 'login' ? undefined : args.options.profile)
  const context: Context = {
    terminal,
    output,
    signal,
    isJson: args.options.json === 'true',
    profile,
    client() {
      const { api_key, base_url } = profile()
      return createTributary({ apiKey: api_key, baseUrl: base_url, userAgent: `tributary-cli/${VERSION}` })
    },
  }
  return command.run(context, args)
}

function helpFor(output: Output, words: readonly string[]): string | undefined {
  const found = findCommand(words)
  return found ? usageOf(output, found.command) : usageOfResource(output, words[0] ?? '')
}

/** The sentence and the exit code of an error. */
function told(error: unknown): { message: string; exitCode: number } {
  if (error instanceof CommandError) return error
  if (error instanceof ApiError) {
    const faults = (error.fields.errors ?? []).slice(1).map(({ param, message }) => `\n  ${param} ${message}`)
    const exitCode = error.status === 401 || error.status === 403 ? EXIT.credential : EXIT.refused
    return { message: `${error.message} (${error.code}, ${error.requestId})${faults.join('')}`, exitCode }
  }
  if (error instanceof ConnectionError) return { message: error.message, exitCode: EXIT.unreachable }
  if (error instanceof TributaryError) return { message: error.message, exitCode: EXIT.usage }
  const { code, message, path } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' && path) return { message: `There is no file ${path}.`, exitCode: EXIT.usage }
  return { message, exitCode: EXIT.refused }
}
