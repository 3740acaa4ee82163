import { spawn } from 'node:child_process'
import { type Command, show } from './command.ts'
import { CommandError } from './exit-codes.ts'

const PAGES: Readonly<Record<string, string>> = {
  dashboard: '/dashboard',
  docs: '/docs',
  document: '/enterprise/v1/openapi.json',
}

const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

export const open: Command = {
  name: 'open',
  args: '[dashboard | docs | document]',
  does: 'Opens a page of the service in your browser; prints its address',
  options: [{ name: 'print', does: 'Prints the address only', isSwitch: true }],
  completes: Object.keys(PAGES),
  async run(context, { words: [page = 'dashboard'], options }) {
    const path = PAGES[page]
    if (path === undefined)
      throw new CommandError(`There is no page ${page}; there are ${Object.keys(PAGES).join(', ')}.`)
    const url = new URL(path, context.profile().base_url).href
    show(context, { url }, () => [url])
    if (options.print === 'true' || !context.output.isTerminal) return undefined
    const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open']
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    child.on('error', () => context.output.note('No browser could be opened: open the address yourself.'))
    child.unref()
    return undefined
  },
}
