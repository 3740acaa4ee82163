import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { connectionDeps } from '../../src/compose.ts'
import { readConfig } from '../../src/config.ts'
import { Finding } from '../../src/operator/command.ts'
import { ALL_COMMANDS, refuseSurplus } from '../../src/operator/commands.ts'
import { createLogger } from '../../src/platform/logs.ts'
import { StartError } from '../../src/platform/start-error.ts'
import { achConnection, type Producer, producer, startBank, type TestBank } from '../support/bank.ts'
import { paid, read } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'
import { vault } from '../support/vault.ts'

const tools = { config: readConfig({}), vault, connections: connectionDeps(vault, createLogger('silent')) }

let running: RunningService
let bank: TestBank
let acme: Producer

beforeAll(async () => {
  running = await startService({}, undefined, { role: 'api' })
  acme = await producer(running, 'Acme')
  bank = await startBank(running)
})

/** What a command of the operator's says, and how it ends. */
async function operator(...words: string[]): Promise<{ code: number; output: string }> {
  const command = ALL_COMMANDS.find(({ name }) => name.split(' ').every((part, index) => words[index] === part))
  if (!command || !('run' in command)) throw new Error(`There is no command ${words.join(' ')}.`)
  const args = words.slice(command.name.split(' ').length)
  refuseSurplus(command, args)
  try {
    const lines = await running.database.transaction((tx) => command.run(tx, args, tools))
    return { code: 0, output: lines.join('\n') }
  } catch (error) {
    if (error instanceof Finding || error instanceof StartError) return { code: 1, output: error.message }
    throw error
  }
}

/** The id of a file, by its name. */
const fileId = async (name: string): Promise<string> =>
  (await running.database.sql`select id from ach_files where name = ${name}`)[0]?.id

describe('reconcile', () => {
  it('a file that was refused is a difference of its day until a person has dealt with it', async () => {
    await bank.setClock('2026-11-16T15:00:00Z')
    await bank.put('broken.ach', 'nothing that a bank would write')
    await bank.receive()
    const found = await operator('reconcile', '2026-11-16')
    expect(found.output).toMatch(/^ {2}DIFFERS {3}broken\.ach was refused: line 1: /m)
    expect(found.output).not.toContain('no files')
    expect(found.output).not.toContain('Everything agrees')
    expect(found.code).toBe(1)

    expect(await operator('ach', 'resolve', await fileId('broken.ach'))).toMatchObject({ code: 0 })
    const after = await operator('reconcile', '2026-11-16')
    expect(after.output).toMatch(/^ {2}resolved {2}broken\.ach was refused: line 1: /m)
    expect(after.code).toBe(0)
  })
})

describe('ach resolve', () => {
  it('leaves a file of ours that was stopped to `ach retry`, and its payouts leave then', async () => {
    await bank.setClock('2026-11-17T14:30:00Z')
    const { id } = await paid(acme.client, await achConnection(acme.client), 700)
    await bank.setClock('2026-11-17T15:00:00Z')
    await bank.make()
    const name = 'tributary-20261117-A.ach'
    await writeFile(join(bank.out, name), 'of somebody else')
    await bank.transmit()

    const file = await fileId(name)
    const refused = await operator('ach', 'resolve', file)
    expect(refused.output).toContain(`use \`ach retry ${name}\``)
    expect(refused.code).toBe(1)
    expect((await operator('ach', 'kept')).output).toContain(file)

    await bank.folders.removeOut(name)
    expect((await operator('ach', 'retry', name)).code).toBe(0)
    await bank.transmit()
    await bank.sweep([acme.tenant])
    expect((await read(acme.client, id)).status).toBe('sent')
  })
})
