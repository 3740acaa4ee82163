import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ACTIONS, type Action, actionsOf, apiAction, mayDo, needsFresh, ROLES } from './roles.ts'

const names = Object.keys(ACTIONS) as Action[]

/** The table as people read it. */
function table(): string {
  const cell = (action: Action, role: (typeof ROLES)[number]): string => {
    if (mayDo(role, action)) return 'yes'
    return mayDo(role, action, 'sandbox') ? 'in sandbox' : ''
  }
  const rows = names.map((name) =>
    [
      '',
      `\`${name}\``,
      `${ACTIONS[name].does}${needsFresh(name) ? ' (fresh)' : ''}`,
      ...ROLES.map((role) => cell(name, role)),
      '',
    ]
      .join(' | ')
      .trim(),
  )
  return [`| action | what | ${ROLES.join(' | ')} |`, `|---|---|${'---|'.repeat(ROLES.length)}`, ...rows].join('\n')
}

describe('roles', () => {
  it('are told to people as they are', async () => {
    const docs = await readFile(join(import.meta.dirname, '../../../docs/dashboard.md'), 'utf8')
    expect(docs).toContain(`<!-- roles -->\n${table()}\n<!-- /roles -->`)
  })

  it('an admin may do everything, a viewer nothing but look', () => {
    expect(actionsOf('admin')).toEqual(names)
    expect(actionsOf('viewer', 'sandbox').filter((name) => !name.endsWith('.read'))).toEqual([])
  })

  it('what nobody wrote down is no action', () => {
    expect(apiAction('PATCH', '/payout')).toBeUndefined()
    expect(apiAction('GET', '/constructor')).toBeUndefined()
    expect(apiAction('GET', '/payout/:id')).toBe('resources.read')
    expect(apiAction('HEAD', '/payout')).toBe('resources.read')
  })
})
