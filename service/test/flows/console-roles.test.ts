import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type CONSOLE_ACTIONS, OPERATOR_ROLES, type OperatorRole } from '../../src/console/roles.ts'
import { ALL_COMMANDS } from '../../src/operator/commands.ts'
import { type ConsoleRoute, consoleRoutesOf } from '../support/console-routes.ts'
import { newOperator, operating, operatorLog, type SignedInOperator, signInOperator } from '../support/operators.ts'
import { createBrowser } from '../support/people.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let routes: ConsoleRoute[]
const operators = {} as Record<OperatorRole, SignedInOperator>

beforeAll(async () => {
  running = await startService()
  routes = await consoleRoutesOf()
  for (const role of OPERATOR_ROLES) operators[role] = await operating(running, role)
})

/** Which role opens which door, written down a second time: a change of the table must be meant. */
const MAY: Record<keyof typeof CONSOLE_ACTIONS, string> = {
  'identities.read': 'reviewer admin',
  'identities.reveal': 'reviewer admin',
  'identities.decide': 'reviewer admin',
  'names.decide': 'reviewer admin',
  'bank.read': 'treasurer admin',
  'bank.book': 'treasurer admin',
  'bank.files': 'treasurer admin',
  'fees.change': 'treasurer admin',
  'approvals.decide': 'treasurer admin',
  'alerts.read': 'treasurer admin',
  'books.read': 'treasurer admin',
  'payouts.resume': 'treasurer admin',
  'enterprises.read': 'reviewer treasurer admin',
  'enterprises.change': 'admin',
  'enterprises.suspend': 'treasurer admin',
  'bank_accounts.change': 'treasurer admin',
  'limits.change': 'treasurer admin',
  'creators.erase': 'admin',
  'people.change': 'admin',
  'keys.change': 'admin',
  'operators.read': 'admin',
  'operators.change': 'admin',
  'audit.read': 'admin',
  'system.read': 'admin',
  'system.change': 'admin',
}

const concrete = (path: string): string => `/operator/api${path.replaceAll(/:\w+/g, 'nothing')}`

describe('every door of the console', () => {
  it('lets in those roles that may, and no other', async () => {
    expect(routes.length).toBeGreaterThan(20)
    for (const { method, path, needs } of routes) {
      if (needs === 'signed-in') continue
      for (const role of OPERATOR_ROLES) {
        const body = method === 'GET' ? undefined : {}
        const answer = await operators[role].call(method, concrete(path), body)
        const expected = MAY[needs as keyof typeof MAY]?.split(' ').includes(role)
        expect([method, path, role, answer.body?.code !== 'forbidden']).toEqual([method, path, role, expected])
        expect([path, answer.status < 500]).toEqual([path, true])
      }
    }
  })

  it('is closed to whoever is not signed in, or has given a password alone', async () => {
    const nobody = createBrowser(running.roots.sandbox)
    const { email } = await newOperator(running, 'admin')
    const half = await signInOperator(running.roots.sandbox, email)
    for (const { method, path, needs } of routes) {
      const body = method === 'GET' ? undefined : {}
      expect([path, (await nobody.call(method, concrete(path), body)).status]).toEqual([path, 401])
      if (needs === 'signed-in') continue
      const answer = await half.call(method, concrete(path), body)
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'second_factor_required'])
    }
  })

  it('that changes something is recorded when it is refused, with who and why', async () => {
    await operators.reviewer.post('/operator/api/bank/book', { file: 'x', ordinal: 1, reason: 'a try' })
    const [entry] = await operatorLog(running)
    expect(entry).toMatchObject({
      action: 'bank.apply.refused',
      person_id: operators.reviewer.id,
      details: { request: 'POST /bank/book', status: 403, code: 'forbidden' },
    })
  })
})

/** Commands that have no door, and why. */
const ON_THE_MACHINE: Record<string, string> = {
  'operator add': 'operators are made on the machine alone',
  'operator link': 'an admin could sign in as another operator, and approve what they asked for themselves',
  'four-eyes clear': 'an operator alone could lift the rules',
  'cluster distribute': 'it moves every table, as the owner of the database, while the service is stopped',
  backup: 'it writes a folder of the machine, as a timer has it done',
  'restore drill': 'it starts a copy of a folder of the machine',
  'restore status': 'while production is held, the console is not served',
  'restore hold': 'while production is held, the console is not served',
  'restore release': 'while production is held, the console is not served',
  'audit-log follow': 'it feeds a log collector; the console shows and exports the same rows',
  doctor: 'it has something to say when the service does not answer',
}

describe('every door', () => {
  it('is used by a page of the console', async () => {
    const sources = await Promise.all(
      ['web/console', 'web/dashboard/api', 'web/dashboard/people'].map(async (folder) => {
        const names = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name))
        return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
      }),
    )
    const text = sources.flat().join('\n')
    const isCalled = (path: string): boolean => {
      const [stem = '', ...rest] = path.split(/\/:\w+/)
      return rest.length === 0
        ? [`'${stem}'`, `"${stem}"`, `api${stem}\``].some((call) => text.includes(call))
        : text.includes(`\`${stem}/`)
    }
    expect(routes.map(({ path }) => path).filter((path) => !(path in PARTS) && !isCalled(path))).toEqual([])
  })
})

/** Doors of commands whose answer another door gives as well. */
const PARTS: Record<string, string> = {
  '/enterprises/:id/people': 'the page of the enterprise shows all parts',
  '/enterprises/:id/origins': 'the page of the enterprise shows all parts',
  '/enterprises/:id/limits': 'the page of the enterprise shows all parts',
}

describe('every operator command', () => {
  it('has a door in the console that does the same deed, or a reason why not', () => {
    const doors = new Map(routes.filter(({ command }) => command).map((route) => [route.command as string, route]))
    const deeds = new Set(routes.map(({ deed }) => deed))
    for (const command of ALL_COMMANDS) {
      const { name } = command
      const isDoor = 'deeds' in command ? command.deeds.every((one) => deeds.has(one)) : doors.has(name)
      expect([name, isDoor]).toEqual([name, !(name in ON_THE_MACHINE)])
    }
    const names = ALL_COMMANDS.map(({ name }) => name)
    expect([...doors.keys(), ...Object.keys(ON_THE_MACHINE)].filter((name) => !names.includes(name))).toEqual([])
  })
})
