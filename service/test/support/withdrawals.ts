import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Environment } from '../../src/kernel/environment.ts'
import { createKey, requireTenant, type Scope } from '../../src/tenants/index.ts'
import type { Client } from './client.ts'
import type { RunningService } from './service.ts'
import { whenDone } from './when-done.ts'

/** A key that may withdraw, which no key may that does not name the scope. */
export async function newTreasuryKey(
  { database }: Pick<RunningService, 'database'>,
  enterprise: string,
  environment: Environment = 'sandbox',
  more: readonly Scope[] = [],
): Promise<string> {
  const { key } = await database.transaction(async (tx) =>
    createKey(tx, await requireTenant(tx, enterprise, environment), environment, 'Treasury', {
      scopes: ['read', 'payouts', 'withdrawals', 'sandbox', ...more],
    }),
  )
  return key
}

/** A client with such a key. */
export async function withdrawingKey(
  running: RunningService,
  enterprise: string,
  environment: Environment = 'sandbox',
  more: readonly Scope[] = [],
): Promise<Client> {
  return running.client(environment, await newTreasuryKey(running, enterprise, environment, more))
}

/** A withdrawal that is accepted; answers it. */
export async function withdrawn(client: Client, amount: number, more: object = {}) {
  const made = await client.post('/withdrawal', { amount_in_cents: amount, ...more })
  expect(made.status, made.text).toBe(201)
  return made.body
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
export async function readWithdrawal(client: Client, id: string): Promise<any> {
  return (await client.get(`/withdrawal/${id}`)).body
}

/** The operating balance, and what is held for withdrawals, in cents. */
export async function held(client: Client): Promise<{ operating: number; pending: number }> {
  const { operating_account, pending_withdrawals } = (await client.get('/enterprise')).body
  return { operating: operating_account.balance_in_cents, pending: pending_withdrawals.balance_in_cents }
}

export const ACCOUNT = {
  name_on_account: 'Acme Records Inc',
  account_number: '000111222333',
  routing_number: '021000021',
  account_type: 'checking',
} as const

/** A file as the operator's command reads it; a text is written as it is. */
export async function accountFile(account: object | string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-account-'))
  whenDone(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'account.json')
  await writeFile(file, typeof account === 'string' ? account : JSON.stringify(account))
  return file
}
