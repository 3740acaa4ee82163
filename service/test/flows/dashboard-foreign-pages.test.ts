import { beforeAll, describe, expect, it } from 'vitest'
import { deedsOf, PASSWORD, signedIn } from '../support/people.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let acme: string
let origin: string

beforeAll(async () => {
  running = await startService()
  acme = (await running.enterprise('Acme')).id
  origin = running.roots.sandbox
})

/** Of the enterprise's chain, newest first. */
const deeds = () => deedsOf(running, acme)

describe('a page of another site', () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: '' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]

  it('can change nothing with the cookies of somebody who is signed in, on any kind of route', async () => {
    const pat = await signedIn(running, acme, 'admin')
    const before = await deeds()
    const changes = [
      ['POST', '/dashboard/api/sandbox/v1/sandbox/funding', { amount_in_cents: 1 }],
      ['PUT', '/dashboard/api/sandbox/settings', { notification_email: null }],
      ['DELETE', '/dashboard/api/sandbox/keys/key_x', undefined],
      ['POST', '/dashboard/api/sandbox/keys', { name: 'Theirs' }],
      ['POST', '/dashboard/auth/sign-out', {}],
      ['POST', '/dashboard/auth/sign-in/email', { email: pat.email, password: PASSWORD }],
    ] as const
    for (const headers of foreign) {
      for (const [method, path, body] of changes) {
        const answer = await pat.call(method, path, body, headers)
        expect([path, headers, answer.status, answer.body.code]).toEqual([path, headers, 403, 'foreign_origin'])
      }
    }
    expect(await deeds()).toEqual(before)
  })

  it('can send no form: only JSON is taken', async () => {
    const pat = await signedIn(running, acme, 'admin')
    const answer = await fetch(`${origin}/dashboard/api/sandbox/v1/sandbox/funding`, {
      method: 'POST',
      headers: { origin, cookie: pat.cookies(), 'content-type': 'application/x-www-form-urlencoded' },
      body: 'amount_in_cents=1',
    })
    expect(answer.status).toBe(415)
  })

  it('can frame none of it, and read none of it', async () => {
    for (const path of ['/dashboard', '/dashboard/payouts/x', '/dashboard/api/me', '/dashboard/auth/get-session']) {
      const { headers } = await fetch(origin + path, { headers: { origin: 'https://evil.example' } })
      expect([path, headers.get('content-security-policy')]).toEqual([
        path,
        expect.stringContaining("frame-ancestors 'none'"),
      ])
      expect([path, headers.get('x-frame-options')]).toEqual([path, 'DENY'])
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})
