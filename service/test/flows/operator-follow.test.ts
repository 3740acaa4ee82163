import { describe, expect, it } from 'vitest'
import { cloneDatabase } from '../support/database.ts'
import { runOperator, startOperator } from '../support/program.ts'
import { VAULT_KEY } from '../support/service.ts'

describe('an operator command with another VAULT_KEY', () => {
  it('is refused before it writes a row that would break the chain', async () => {
    const DATABASE_URL = await cloneDatabase()
    const operate = (args: string[], key = VAULT_KEY) => runOperator(args, { DATABASE_URL, VAULT_KEY: key })
    expect((await operate(['enterprise', 'create', 'First'])).code).toBe(0)
    const other = await operate(['enterprise', 'create', 'Second'], Buffer.alloc(32, 9).toString('base64'))
    expect([other.code, other.output]).toEqual([1, expect.stringContaining('VAULT_KEY')])
    expect((await operate(['enterprise', 'list'])).output).not.toContain('Second')
    expect(await operate(['audit-log', 'check'])).toMatchObject({ code: 0 })
  })
})

describe('`audit-log follow`', () => {
  it('prints rows as they are written, goes on from a position, and ends cleanly when it is stopped', async () => {
    const variables = { DATABASE_URL: await cloneDatabase(), VAULT_KEY, OPERATOR: 'Olga' }
    const rowsOf = (output: string) =>
      output
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    const first = startOperator(['audit-log', 'follow', 'operator'], variables)
    await first.printed('"action":"exports.make"')
    expect((await runOperator(['enterprise', 'create', 'Followed'], variables)).code).toBe(0)
    await first.printed('"action":"enterprise.create"')
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    const seen = rowsOf(first.output())
    expect(seen.map(({ position, action, person }) => [position, action, person])).toEqual([
      [1, 'exports.make', 'Olga <operator>'],
      [2, 'enterprise.create', 'Olga <operator>'],
    ])
    const second = startOperator(['audit-log', 'follow', 'operator', '--after', '2'], variables)
    await second.printed('"position":4')
    second.child.kill('SIGINT')
    expect(await second.ended).toBe(0)
    expect(rowsOf(second.output()).map(({ position, action }) => [position, action])).toEqual([
      [3, 'exports.make.done'],
      [4, 'exports.make'],
    ])
  })
})
