import type { Tributary } from '../../sdk/typescript/src/index.ts'
import type { Arguments, Option } from './arguments.ts'
import type { Profile } from './profiles.ts'
import type { Output, Terminal } from './terminal.ts'

/** The surroundings of a running command. */
export interface Context {
  readonly terminal: Terminal
  readonly output: Output
  readonly isJson: boolean
  /** Ends with Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal
  /** The profile in use; throws where there is none. */
  profile(): Profile & { readonly name: string }
  client(): Tributary
}

export interface Command {
  readonly name: string
  readonly args: string
  readonly does: string
  readonly options: readonly Option[]
  /** Words that complete its first argument. */
  readonly completes?: readonly string[]
  /** Answers the exit code; nothing means 0. */
  run(context: Context, args: Arguments): Promise<number | undefined>
}

/** Prints a result: as JSON, or as lines for people. */
export function show({ output, isJson }: Context, value: unknown, lines: () => readonly string[]): void {
  if (isJson) output.print(JSON.stringify(value))
  else for (const line of lines()) output.print(line)
}
