import { beforeAll, describe, expect, it } from 'vitest'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService()
})

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const ask = (path: string, accept: string, method = 'GET') =>
  fetch(running.roots.sandbox + path, { method, headers: { accept }, redirect: 'manual' })

describe('/', () => {
  it.each(['sandbox', 'production'] as const)('tells a program where everything is, in %s', async (environment) => {
    const answer = await fetch(`${running.roots[environment]}/`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('vary')).toContain('accept')
    const home = (await answer.json()) as Record<string, string>
    expect(home).toEqual({
      name: 'Tributary',
      environment,
      api: '/enterprise/v1',
      openapi: '/enterprise/v1/openapi.json',
      docs: '/docs',
      dashboard: '/dashboard',
      health: '/readyz',
    })
    for (const name of ['openapi', 'docs', 'dashboard', 'health']) {
      const there = await fetch(running.roots[environment] + home[name])
      expect([name, there.status]).toEqual([name, 200])
      await there.body?.cancel()
    }
  })

  it('shows a person a page with ways on, which nobody may frame', async () => {
    const answer = await ask('/', BROWSER)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.headers.get('vary')).toBe('accept, accept-encoding')
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const html = await answer.text()
    for (const href of ['/dashboard', '/docs', '/enterprise/v1/openapi.json']) expect(html).toContain(`href="${href}"`)
    expect(html).toContain('id="quickstart"')
  })

  it('takes no other method', async () => {
    const answer = await ask('/', BROWSER, 'POST')
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('a path that does not exist', () => {
  it('is a page for a person and an error body for a program, 404 for both', async () => {
    const page = await ask('/payouts', BROWSER)
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain('There is no page at this address')
    expect(page.headers.get('request-id')).toMatch(/^req_/)
    const body = await ask('/payouts', '*/*')
    expect([body.status, ((await body.json()) as { code: string }).code]).toEqual([404, 'not_found'])
  })

  it('below the base address, and with another method, is an error body for everybody', async () => {
    for (const [path, method, status] of [
      ['/enterprise/v1/payouts', 'GET', 401],
      ['/payouts', 'POST', 404],
      ['/healthz', 'POST', 405],
    ] as const) {
      const answer = await ask(path, BROWSER, method)
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        status,
        'application/json; charset=utf-8',
      ])
      await answer.body?.cancel()
    }
  })
})
