import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FRAME, receiveVisitors, webView } from '../support/browser.ts'
import { creator, link, screen, see } from '../support/creator.ts'
import { invited } from '../support/payouts.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const { sandbox } = service
const visitors = receiveVisitors()

/** The frame's own page, with the methods of a page that the steps use. */
const inside = (page: Page): Page => page.frameLocator('iframe') as unknown as Page

/** A page of an enterprise at another port, that frames whatever it is given and writes down what it hears. */
async function hostPage(framed: string): Promise<number> {
  const html = `<!doctype html><title>Host</title><ul></ul><iframe src="${framed}" width="600" height="800"></iframe><script>
    addEventListener('message', (event) => {
      const line = document.createElement('li')
      line.textContent = event.origin + ' ' + event.data
      document.querySelector('ul').append(line)
    })</script>`
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  return (server.address() as AddressInfo).port
}

describe('Connect inside an iframe', () => {
  it('runs on the example host page, which hears connect_exit and takes it away', async () => {
    const url = await link(sandbox, await invited(sandbox), { return_url: 'https://example.com/ignored' })
    const page = await visitors.visit({ viewport: { width: 1280, height: 1200 } })
    await page.goto(`${service.roots.sandbox}/examples/embed`)
    await page.getByLabel('Connect link or invite').fill(url)
    await page.getByRole('button', { name: 'Open' }).click()
    await creator.starts(inside(page))
    await creator.connects(inside(page), 'Wallet')
    await inside(page)
      .getByRole('button', { name: /^Return to/ })
      .click()
    await see(page.getByText('"connect_exit"')).toBeVisible()
    await see(page.getByText('Connect said it is done.')).toBeVisible()
    await see(page.locator('iframe')).toHaveCount(0)
  })

  it.each([
    ['', 'light'],
    ['?theme=dark', 'dark'],
    ['?theme=auto', 'dark'],
  ])('at night it is in the scheme that the page around it asks for: “%s” is %s', async (query, scheme) => {
    const url = await link(sandbox, await invited(sandbox))
    const port = await hostPage(url + query)
    const page = await visitors.visit({ viewport: { width: 700, height: 900 }, colorScheme: 'dark' })
    await page.goto(`http://127.0.0.1:${port}/`)
    await see(inside(page).getByRole('heading', { level: 1 })).toBeVisible()
    const ground = inside(page).locator('html')
    await see(ground).toHaveCSS('background-color', scheme === 'dark' ? 'rgb(18, 27, 25)' : 'rgb(255, 255, 255)')
  })

  it('leaves by itself and rests when the host does nothing', async () => {
    const url = await link(sandbox, await invited(sandbox))
    const port = await hostPage(url)
    const page = await visitors.visit({ viewport: { width: 700, height: 900 } })
    await page.goto(`http://127.0.0.1:${port}/`)
    await creator.starts(inside(page))
    await creator.connects(inside(page), 'Bank account')
    await see(page.locator('li')).toHaveText(`${new URL(url).origin} connect_exit`)
    await see(inside(page).getByRole('heading', { name: 'You can close this page' })).toBeVisible()
    await see(page.locator('li')).toHaveCount(1)
  })

  it('tells the host when the creator leaves early, and when the link was used', async () => {
    const url = await link(sandbox, await invited(sandbox))
    const port = await hostPage(url)
    const page = await visitors.visit({ viewport: { width: 700, height: 900 } })
    await page.goto(`http://127.0.0.1:${port}/`)
    await creator.starts(inside(page))
    await see(inside(page).getByRole('heading', { name: 'How would you like to be paid?' })).toBeVisible()
    await inside(page).getByRole('button', { name: 'Not now' }).click()
    await see(page.locator('li')).toHaveText(`${new URL(url).origin} connect_exit`)
    const late = await visitors.visit({ viewport: { width: 700, height: 900 } })
    await late.goto(`http://127.0.0.1:${port}/`)
    await inside(late).getByRole('button', { name: 'Close' }).click()
    await see(late.locator('li')).toHaveText(`${new URL(url).origin} connect_exit`)
  })

  it('is refused to an origin that nobody registered, and shown to one that is', async () => {
    const { sandbox: client } = await service.enterprise('Framed Enterprise')
    const connection = await invited(client)
    const url = await link(client, connection)
    const port = await hostPage(url)
    const host = `http://shop.example.test:${port}`
    const hosts = { others: ['shop.example.test'], expected: /frame-ancestors/ }

    const refused = await visitors.visit(hosts)
    const said = refused.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await refused.goto(`${host}/`)
    await said
    await see(inside(refused).getByRole('heading', { level: 1 })).toHaveCount(0)

    const made = await client.post('/embed-origin', { origin: host })
    expect(made.status, made.text).toBe(201)
    const shown = await visitors.visit(hosts)
    await shown.goto(`${host}/`)
    await creator.starts(inside(shown))
    await creator.connects(inside(shown), 'Bank account')
    await see(shown.locator('li')).toHaveText(`${new URL(url).origin} connect_exit`)
  })
})

/** The web views that put an object on the window: its path, and the number of arguments that its `postMessage` takes. */
const WEB_VIEWS = [
  ['iOS', 'webkit.messageHandlers.connectMessageHandler', 1],
  ['Android', 'connectMessageHandler', 2],
  ['an Android host with one argument', 'connectMessageHandler', 1],
  ['React Native', 'ReactNativeWebView', 1],
] as const

describe('Connect in a web view', () => {
  for (const [name, path, count] of WEB_VIEWS) {
    it(`tells ${name} that it is done, and rests`, async () => {
      const page = await visitors.visit({ viewport: FRAME })
      await page.addInitScript(webView(path, count))
      const url = await link(sandbox, await invited(sandbox), { return_url: 'https://example.com/ignored' })
      await page.goto(url)
      await creator.starts(page)
      await creator.connects(page, 'Bank account')
      await screen(page, 'You are all set')
      await page.getByRole('button', { name: /^Return to/ }).click()
      await screen(page, 'You can close this page')
      expect(await page.evaluate('window.heard')).toEqual(['connect_exit'])
      expect(page.url()).toBe(url)
    })
  }

  it('rests when the host throws at every call', async () => {
    const page = await visitors.visit({ viewport: FRAME })
    await page.addInitScript(webView('connectMessageHandler', 3))
    await page.goto(await link(sandbox, await invited(sandbox)))
    await creator.starts(page)
    await page.getByRole('button', { name: 'Not now' }).click()
    await screen(page, 'You can close this page')
    expect(await page.evaluate('window.heard')).toEqual([])
  })
})
