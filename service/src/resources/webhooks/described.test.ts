import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { credentialsOf, notificationBody, notificationHeaders } from './deliveries/notification.ts'
import type { Leased } from './deliveries/store.ts'
import { describedNotification, NotificationSchema } from './described.ts'

const { post } = describedNotification.notification
const at = new Date('2026-11-15T01:12:00.000Z')
const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`

it('what is sent is what the document describes, and nothing more', () => {
  const isDescribed = new Ajv({ strict: false }).compile({ ...NotificationSchema, additionalProperties: false })
  const job = { event_id: 'evt_x', resource: 'pay_x', at, created_at: at } as Leased
  const details = { changes: { status: { before: 'pending', after: 'sent' } }, summary: 'A payout was sent.' }
  const bodies = [null, '{"order":"A-1001"}'].flatMap((user_data) => [
    notificationBody('payout.update', { ...job, user_data }, null),
    notificationBody('payout.update', { ...job, user_data, details }, 'full'),
    notificationBody('payout.update', { ...job, user_data, details: { ...details, changes: null } }, 'full'),
    notificationBody('payout.update', { ...job, user_data, event_id: null }, 'full'),
  ])
  for (const body of bodies) expect([body, isDescribed(JSON.parse(body))]).toEqual([body, true])
  expect(bodies.slice(0, 3).map((body) => Object.keys(JSON.parse(body)).slice(4))).toEqual([
    [],
    ['changes', 'summary'],
    ['summary'],
  ])
})

it('every header of ours is described, and no other', () => {
  const sent = (user?: string) =>
    Object.keys(notificationHeaders({ id: 'evt_x', body: '{}', attempt: 1 }, credentialsOf([secret], user, user), at))
  const ours = (names: string[]) => names.filter((name) => !['content-type', 'user-agent'].includes(name)).sort()
  const described = (names: typeof post.parameters) => names.map(({ name }) => name).sort()
  expect(described(post.parameters)).toEqual(ours(sent('user')))
  expect(described(post.parameters.filter(({ required }) => required))).toEqual(ours(sent()))
})

it('the waits are those of docs/webhooks.md', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../../docs/webhooks.md'), 'utf8')
  const [, waits = ''] = /made again ([^:]*?) later/.exec(post.description) ?? []
  expect(waits).toMatch(/^5 s, 5 min, /)
  expect(text.replace(/\s+/g, ' ')).toContain(`${waits} later`)
})
