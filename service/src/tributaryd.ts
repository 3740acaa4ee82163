/** The program of servers: a role or an operator command, with settings from the environment and one file. */

import { join } from 'node:path'
import { settingsText } from './app/banner.ts'
import { readConfig } from './config.ts'
import { findCommand, usage } from './operator/commands.ts'
import { StartError } from './platform/start-error.ts'
import { isRole } from './roles.ts'
import { addSettingsOfFile, defaultHome } from './settings-file.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Exit codes of sysexits.h. A service manager need not start again after either of them. */
const EX_USAGE = 64
const EX_CONFIG = 78

const HELP = `Usage: tributaryd [--settings FILE] [ROLE | COMMAND …]

  tributaryd [ROLE]         run the service: all (default), api, worker or migrate
  tributaryd COMMAND …      run an operator command, one of those below
  tributaryd setup          install the locked packages and build the pages, in a fresh clone

FILE holds one NAME=value on each line; without --settings it is TRIBUTARY_SETTINGS, or else /etc/tributary/settings.env
where there is one. The environment wins.

Exit codes: 0 done, 1 failed, or a check found something wrong, ${EX_USAGE} no such role or command, ${EX_CONFIG} wrong settings.
`

interface Call {
  readonly settings: string | undefined
  readonly words: readonly string[]
}

function readCall([first, second, ...rest]: readonly string[]): Call {
  const inOne = first?.startsWith('--settings=') ? first.slice('--settings='.length) : undefined
  const given = [first, second, ...rest].filter((word) => word !== undefined)
  if (inOne !== undefined) return { settings: inOne, words: given.slice(1) }
  if (first !== '--settings') return { settings: undefined, words: given }
  if (second === undefined) throw new StartError('--settings needs the name of a file.')
  return { settings: second, words: rest }
}

/** Runs what a step must do before the program itself; a fault that a person can mend ends the program with that code. */
function orExit<T>(code: number, step: () => T): T {
  try {
    return step()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    process.stderr.write(`Tributary cannot start: ${error.message}\n`)
    process.exit(code)
  }
}

const { settings, words } = orExit(EX_USAGE, () => readCall(process.argv.slice(2)))
if (words.includes('--help') || words[0] === '-h') process.stdout.write(`${HELP}\n${usage()}\n${settingsText()}`)
else await run(words)

async function run(given: readonly string[]): Promise<void> {
  const isService = given.length === 0 || (given.length === 1 && isRole(given[0] as string))
  const command = isService ? undefined : orExit(EX_USAGE, () => findCommand(given)).command
  orExit(EX_CONFIG, () => {
    for (const warning of addSettingsOfFile(process.env, settings)) process.stderr.write(`Warning: ${warning}\n`)
    process.env.TRIBUTARY_HOME ||= defaultHome(process.env, ROOT)
    if (!command || !('runOffline' in command)) readConfig(process.env)
  })
  // Both programs read their words from here.
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...given)
  await import(isService ? './main.ts' : './operator/main.ts')
}
