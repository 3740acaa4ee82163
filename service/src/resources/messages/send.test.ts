import { expect, it } from 'vitest'
import { vault } from '../../../test/support/vault.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { messageSending, type SendDeps } from './send.ts'

it('a message of a kind that only a newer worker knows is left to be tried again', async () => {
  const at = new Date('2024-11-18T10:00:00Z')
  const { send } = messageSending({ vault, database: {} } as SendDeps)
  const line = { key: '1', tenant: 1 as TenantId, environment: 'sandbox' as const }
  const message = { id: 'msg_1', kind: 'of_tomorrow', recipient: 'a@example.com', created_at: at, tenant_now: at }
  expect(await send(line, message as never)).toEqual({
    failed: 'This worker does not know messages of the kind `of_tomorrow`.',
    final: false,
  })
})
