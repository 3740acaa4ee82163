import { beforeAll, describe, expect, it } from 'vitest'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService()
})

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(running.roots.sandbox + path, { headers, redirect: 'manual' })

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('/docs', () => {
  it.each([
    ['/docs', 'text/html; charset=utf-8', '<h1 id="five-minutes-to-the-first-payout">'],
    ['/docs/', 'text/html; charset=utf-8', '<h1 id="five-minutes-to-the-first-payout">'],
    ['/docs/errors', 'text/html; charset=utf-8', 'id="insufficient_funds"'],
    ['/docs/api/payouts', 'text/html; charset=utf-8', 'id="pay-a-creator"'],
    ['/docs/states', 'text/html; charset=utf-8', '<svg viewBox='],
    ['/docs/index.md', 'text/markdown; charset=utf-8', '# Five minutes'],
    ['/docs/api/payouts.md', 'text/markdown; charset=utf-8', '## Pay a creator'],
    ['/docs/search.json', 'application/json; charset=utf-8', '"/docs/errors#card_declined"'],
    ['/llms.txt', 'text/plain; charset=utf-8', '## API reference'],
    ['/docs/llms.txt', 'text/plain; charset=utf-8', '## API reference'],
    ['/docs/llms-full.txt', 'text/plain; charset=utf-8', '# Webhooks and events'],
  ])('%s is %s, without a key', async (path, type, text) => {
    const answer = await ask(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    expect(await answer.text()).toContain(text)
  })

  it('runs nothing that is written into a page: scripts and styles are files of this address alone', async () => {
    const answer = await ask('/docs/api/webhooks')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
    expect(policy).not.toContain('unsafe')
    const html = await answer.text()
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=/)
    expect([...html.matchAll(/(?:src|href)="(https?:[^"]+)"/g)].map(([, to]) => to)).toEqual([
      'https://www.standardwebhooks.com/',
    ])
  })

  it('says its own address in the examples, in production too', async () => {
    const text = await (await ask('/docs/pay-creators.md')).text()
    expect(text).toContain(`BASE=${running.roots.sandbox}/enterprise/v1`)
    const production = await fetch(`${running.roots.production}/docs/api.md`)
    expect(await production.text()).not.toContain('/docs/api/sandbox')
  })

  it('leads from the method and path of an operation to its part of the reference', async () => {
    const answer = await ask('/docs/operation/POST/payout')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs/api/payouts#pay-a-creator'])
    const notification = await ask('/docs/operation/POST/notification')
    expect(notification.headers.get('location')).toBe('/docs/api/webhooks#hear-of-a-change')
    expect((await ask('/docs/operation/POST/nothing')).status).toBe(404)
  })

  it.each(['/docs/nothing', '/docs/nothing.md', '/docs/../package.json', '/docs/%2e%2e/README'])(
    '%s is not there, for a person and for a program',
    async (path) => {
      const page = await ask(path, BROWSER)
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
      await page.body?.cancel()
      const body = await ask(path)
      expect([body.status, ((await body.json()) as { code: string }).code]).toEqual([404, 'not_found'])
    },
  )

  it('is compressed for those who take it', async () => {
    const answer = await ask('/docs/search.json', { 'accept-encoding': 'br' })
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(((await answer.json()) as unknown[]).length).toBeGreaterThan(300)
  })
})
