import { clock } from './clock.ts'
import type { Command } from './command.ts'
import { completion } from './completion.ts'
import { doctor } from './doctor.ts'
import { listen } from './listen.ts'
import { login, logout, profiles } from './login.ts'
import { mcp } from './mcp.ts'
import { open } from './open.ts'
import { pay } from './pay.ts'
import { RESOURCE_COMMANDS } from './resources.ts'
import { tail } from './tail.ts'
import { trigger } from './trigger.ts'

/** Commands that are more than one operation of the API. */
export const OWN_COMMANDS: readonly Command[] = [
  login,
  logout,
  profiles,
  listen,
  trigger,
  tail,
  clock,
  pay,
  doctor,
  mcp,
  open,
  completion(() => COMMANDS),
]

export const COMMANDS: readonly Command[] = [...OWN_COMMANDS, ...RESOURCE_COMMANDS]

/** The command whose name the words begin with: `listen`, or `payouts create`. */
export function findCommand(words: readonly string[]): { command: Command; rest: readonly string[] } | undefined {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = COMMANDS.find((one) => one.name === name)
    if (command) return { command, rest: words.slice(length) }
  }
  return undefined
}
