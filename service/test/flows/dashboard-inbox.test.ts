import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { createBrowser, signedIn } from '../support/people.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService()
})

/** The id of the e-mail that a creator was invited by. */
async function invite(sandbox: Client, description: string): Promise<string> {
  const connection = await sandbox.post('/account-connection', {
    first_name: description,
    last_name: 'Alison',
    email: 'alice@example.com',
    requested_permissions: ['payment.credit'],
    verification_prompt: 'Your student number?',
    verification_answer: '4711',
  })
  await sandbox.post('/connect-invite', { account_connection: connection.body.id })
  const { data } = (await sandbox.get('/sandbox/message')).body
  return data.find(({ channel }: { channel: string }) => channel === 'email').id
}

describe('an e-mail of the sandbox', () => {
  it('is a document of its own that runs nothing and that our page alone may frame', async () => {
    const { id: acme, sandbox } = await running.enterprise('Acme')
    const message = await invite(sandbox, '<b>Alice</b>')
    const pat = await signedIn(running, acme, 'viewer')
    const { status, headers, text } = await pat.get(`/dashboard/api/sandbox/message/${message}/html`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(text).toContain('Acme')
    expect(text).toContain('<base target="_blank">')
    expect(text).not.toContain('<b>Alice</b>')
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toContain('sandbox')
    expect(policy).not.toMatch(/script-src|allow-scripts|allow-same-origin/)
  })

  it("is shown to nobody else, and none of production's is", async () => {
    const { sandbox } = await running.enterprise('Acme')
    const message = await invite(sandbox, 'Alice')
    const path = `/dashboard/api/sandbox/message/${message}/html`
    const other = await signedIn(running, (await running.enterprise('Other')).id, 'admin')
    expect((await other.get(path)).status).toBe(404)
    expect((await other.get('/dashboard/api/production/message/msg_1/html')).status).toBe(404)
    expect((await createBrowser(running.roots.sandbox).get(path)).status).toBe(401)
  })
})

describe("the dashboard's page", () => {
  it('takes styles and scripts from its own files alone, and nobody frames it', async () => {
    const { headers } = await createBrowser(running.roots.sandbox).get('/dashboard/sandbox/payouts')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("style-src 'self'")
    expect(policy).not.toContain('unsafe-inline')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers.get('x-frame-options')).toBe('DENY')
  })
})
