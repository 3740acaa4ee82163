import { beforeAll, describe, expect, it } from 'vitest'
import { checkChain } from '../../src/dashboard/index.ts'
import { openVault } from '../../src/platform/vault.ts'
import { createKey, requireTenant, setSetting } from '../../src/tenants/index.ts'
import { basic } from '../support/client.ts'
import { freePort } from '../support/free-port.ts'
import { deedsOf } from '../support/people.ts'
import { behindProxy, type RunningService, startService, VAULT_KEY } from '../support/service.ts'

let running: RunningService
let port: number

beforeAll(async () => {
  port = await freePort()
  running = await startService(behindProxy(port))
})

const send = async (key: string, protocol: 'http' | 'https') => {
  const response = await fetch(`http://127.0.0.1:${port}/enterprise/v1/enterprise`, {
    headers: { authorization: basic(key), 'x-forwarded-proto': protocol, 'x-forwarded-for': '198.51.100.9' },
  })
  return { status: response.status, code: ((await response.json()) as { code?: string }).code }
}

async function shop(revokes: boolean): Promise<{ id: string; key: string; keyId: string }> {
  const { id } = await running.enterprise()
  return running.database.transaction(async (tx) => {
    const tenant = await requireTenant(tx, id, 'production')
    if (revokes) await setSetting(tx, tenant, 'revoke_keys_sent_in_plain_text', 'true')
    const made = await createKey(tx, tenant, 'production', 'Shop', {
      allowed_networks: ['198.51.100.0/24', '10.0.0.0/8'],
    })
    return { id, key: made.key, keyId: made.id }
  })
}

describe('a key that comes over plain HTTP to production', () => {
  it('is counted for the address that it comes from, since it is looked up', async () => {
    const headers = { authorization: basic('sk_prod_nobody'), 'x-forwarded-proto': 'http' }
    for (const path of ['/enterprise/v1/enterprise', '/enterprise/v1/%zz']) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
      expect([path, answer.status, answer.headers.get('ratelimit-policy')]).toEqual([path, 403, '"address";q=1000;w=1'])
    }
  })

  it('is revoked before the answer where the setting says so, and the audit log has it', async () => {
    const { id, key, keyId } = await shop(true)
    expect((await send(key, 'https')).status).toBe(200)
    expect(await send(key, 'http')).toEqual({ status: 403, code: 'https_required' })
    const [row] = await running.database.sql`
      select flagged_at is not null as flagged, revoked_at is not null as revoked from api_keys where id = ${keyId}`
    expect(row).toEqual({ flagged: true, revoked: true })
    await expect.poll(() => send(key, 'https')).toEqual({ status: 401, code: 'unauthorized' })
    expect(await deedsOf(running, id)).toEqual([
      { action: 'keys.revoke', person_id: 'service', subject: keyId, details: { reason: 'sent over plain HTTP' } },
    ])
    expect(await checkChain(running.database.sql, openVault(VAULT_KEY), id)).toEqual({ intact: true, rows: 1 })
  })

  it('is flagged and keeps working where it does not; many at once are one entry', async () => {
    const { id, key, keyId } = await shop(false)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(key, 'http')))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['https_required']))
    expect((await send(key, 'https')).status).toBe(200)
    expect(await deedsOf(running, id)).toEqual([
      { action: 'keys.flag', person_id: 'service', subject: keyId, details: { reason: 'sent over plain HTTP' } },
    ])
  })

  it('is flagged, or revoked, also where it was sent to the sandbox by mistake', async () => {
    const { id, key, keyId } = await shop(true)
    const toSandbox = (protocol: string, sent = key) =>
      fetch(`${running.roots.sandbox}/enterprise/v1/enterprise`, {
        headers: { authorization: basic(sent), 'x-forwarded-proto': protocol, 'x-forwarded-for': '198.51.100.9' },
      })
    expect((await toSandbox('https')).status).toBe(401)
    expect((await toSandbox('http', 'sk_live_nobody')).status).toBe(401)
    expect(await deedsOf(running, id)).toEqual([])
    const answer = await toSandbox('http')
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([401, 'unauthorized'])
    expect(await deedsOf(running, id)).toEqual([
      { action: 'keys.revoke', person_id: 'service', subject: keyId, details: { reason: 'sent over plain HTTP' } },
    ])
  })

  it('is flagged also where it comes from a network that it may not be used from', async () => {
    const { id, key, keyId } = await shop(true)
    const response = await fetch(`http://127.0.0.1:${port}/enterprise/v1/enterprise`, {
      headers: { authorization: basic(key), 'x-forwarded-for': '203.0.113.1' },
    })
    expect(response.status).toBe(403)
    expect((await deedsOf(running, id)).map(({ action, subject }) => [action, subject])).toEqual([
      ['keys.revoke', keyId],
    ])
  })
})
