import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { pino } from 'pino'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { DESKTOP, PHONE, receiveVisitors, webView } from '../support/browser.ts'
import { cardsIn, wholeDatabase } from '../support/card-scan.ts'
import type { Client } from '../support/client.ts'
import { see } from '../support/creator.ts'
import { CARDS, ordered } from '../support/purchases.ts'
import { startService } from '../support/service.ts'
import { startStripe, stripeSettings } from '../support/stripe-server.ts'

const CVC = '7391'
const CODES = [CVC, CVC.slice(0, 3)]
const logged: string[] = []
const answered: string[] = []

const stripe = await startStripe()
afterAll(() => stripe.close())
const variables = stripeSettings(stripe)
const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
const service = await startService(variables, undefined, { log })
const { sandbox } = service
const visitors = receiveVisitors()

/** Every answer that a browser or a program gets is kept, for the scan at the end. */
const fetched = globalThis.fetch
globalThis.fetch = async (...order) => {
  const response = await fetched(...order)
  answered.push(await response.clone().text())
  return response
}
afterAll(() => {
  globalThis.fetch = fetched
})

async function newBuyer(client: Client = sandbox): Promise<{ id: string; url: string }> {
  const { body } = await client.post('/buyer', { first_name: 'Bob' })
  return { id: body.id, url: body.payment_method_embed_url }
}

async function visit(options: Parameters<typeof visitors.visit>[0] = {}): Promise<Page> {
  const page = await visitors.visit(options)
  page.on('response', async (response) => {
    answered.push(response.url(), await response.text().catch(() => ''))
  })
  return page
}

type Place = Pick<Page, 'getByLabel' | 'getByRole' | 'getByText'>

async function type(page: Place, number: string, expiry = '12 / 40', cvc = CVC.slice(0, 3)): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expires').fill(expiry)
  await page.getByLabel('Security code').fill(cvc)
  await page.getByLabel('Postal code').fill('94103')
  await page.getByRole('button', { name: 'Save card' }).click()
}

const cardOf = async (id: string, client: Client = sandbox) => (await client.get(`/buyer/${id}`)).body.card

/** A page of an enterprise that frames the form and writes down what it hears. */
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

describe('the card form on its own', () => {
  it('adds a card, with which a purchase is then paid', async () => {
    const { id, url } = await newBuyer()
    const page = await visit()
    await page.goto(url)
    await see(page.getByRole('heading', { name: 'Add a card' })).toBeVisible()
    await page.getByLabel('Card number').pressSequentially(CARDS.visa)
    await see(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
    await see(page.getByText('Visa', { exact: true })).toBeVisible()
    await page.getByLabel('Expires').pressSequentially('1240')
    await see(page.getByLabel('Expires')).toHaveValue('12 / 40')
    await page.getByLabel('Security code').fill(CVC.slice(0, 3))
    await page.getByLabel('Postal code').fill('94103')
    await page.getByRole('button', { name: 'Save card' }).click()
    await see(page.getByText('Your card is saved.')).toBeVisible()
    await see(page.getByText('Visa ending in 4242')).toBeVisible()
    expect(await cardOf(id)).toEqual({
      brand: 'VISA',
      last_four: '4242',
      expiration_month: 12,
      expiration_year: 2040,
    })
    const { id: purchase } = await ordered(sandbox, id)
    expect((await sandbox.post(`/purchase/${purchase}/commit`)).body).toMatchObject({ status: 'pending' })
  })

  it('replaces the card and removes it, each when asked for', async () => {
    const { id, url } = await newBuyer()
    const page = await visit({ viewport: DESKTOP })
    await page.goto(url)
    await type(page, CARDS.visa)
    await page.getByRole('button', { name: 'Replace card' }).click()
    await page.getByRole('button', { name: 'Keep the old one' }).click()
    await see(page.getByText('Visa ending in 4242')).toBeVisible()
    await page.getByRole('button', { name: 'Replace card' }).click()
    await page.getByLabel('Card number').fill(CARDS.amex)
    await see(page.getByLabel('Card number')).toHaveValue('3782 822463 10005')
    await see(page.getByText('4 digits, on the front')).toBeVisible()
    await type(page, CARDS.amex, '12 / 40', CVC)
    await see(page.getByText('American Express ending in 0005')).toBeVisible()
    expect(await cardOf(id)).toMatchObject({ brand: 'AMERICAN_EXPRESS', last_four: '0005' })
    await page.getByRole('button', { name: 'Remove card' }).click()
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.getByRole('button', { name: 'Remove card' }).click()
    await page.getByRole('button', { name: 'Yes, remove it' }).click()
    await see(page.getByRole('heading', { name: 'Add a card' })).toBeVisible()
    expect(await cardOf(id)).toBeNull()
  })

  it('keeps the width of the number while it is typed, with the name of the network inside', async () => {
    const { url } = await newBuyer()
    const page = await visit()
    await page.goto(url)
    const number = page.getByLabel('Card number')
    await see(number).toBeVisible()
    const empty = await number.boundingBox()
    await number.fill(CARDS.amex)
    const name = await page.getByText('American Express', { exact: true }).boundingBox()
    expect(await number.boundingBox()).toEqual(empty)
    if (!empty || !name) throw new Error('the field is not shown')
    expect(name.x).toBeGreaterThan(empty.x)
    expect(name.x + name.width).toBeLessThanOrEqual(empty.x + empty.width)
    expect(name.y + name.height).toBeLessThanOrEqual(empty.y + empty.height)
  })

  it('saves a card that will be declined, as no one can know before it is charged', async () => {
    const { id, url } = await newBuyer()
    const page = await visit()
    await page.goto(url)
    await type(page, CARDS.declined)
    await see(page.getByText('Your card is saved.')).toBeVisible()
    const { id: purchase } = await ordered(sandbox, id)
    expect(await sandbox.post(`/purchase/${purchase}/commit`)).toMatchObject({
      status: 402,
      body: { code: 'card_declined' },
    })
  })

  it.each([
    ['a bad number', '4242 4242 4242 4241', '12 / 40', '123', 'Card number', 'not a valid card number'],
    ['an expired card', CARDS.visa, '01 / 20', '123', 'Expires', 'This card has expired.'],
    ['a year too far ahead', CARDS.visa, '12 / 90', '123', 'Expires', 'Please check the year.'],
    ['a short code', CARDS.visa, '12 / 40', '12', 'Security code', '3 or 4 digits'],
    ['a code of another network', CARDS.visa, '12 / 40', CVC, 'Security code', 'has 3 digits'],
    ['an unknown month', CARDS.visa, '13 / 40', '123', 'Expires', 'Please enter month and year'],
  ])(
    'says beside the field what is wrong with %s, and goes there',
    async (_name, number, expiry, cvc, label, words) => {
      const { id, url } = await newBuyer()
      const page = await visit()
      await page.goto(url)
      await type(page, number, expiry, cvc)
      const field = page.getByLabel(label)
      await see(field).toHaveAttribute('aria-invalid', 'true')
      await see(field).toBeFocused()
      await see(page.getByText(words)).toBeVisible()
      expect(await cardOf(id)).toBeNull()
    },
  )

  it('by the clock of the sandbox a card can have expired that the browser takes: the service says so beside the field', async () => {
    const { sandbox: client } = await service.enterprise()
    await client.post('/sandbox/clock/advance', { seconds: 31_536_000 })
    await client.post('/sandbox/clock/advance', { seconds: 31_536_000 })
    const { id, url } = await newBuyer(client)
    const page = await visit()
    await page.goto(url)
    const soon = String((new Date().getFullYear() + 1) % 100)
    await type(page, CARDS.visa, `01 / ${soon}`)
    await see(page.getByText('This card has expired.')).toBeVisible()
    await see(page.getByLabel('Expires')).toBeFocused()
    expect(await cardOf(id, client)).toBeNull()
  })

  it('works by keyboard alone, with number pads on phones and what browsers can fill in', async () => {
    const { id, url } = await newBuyer()
    const page = await visit({ viewport: PHONE })
    await page.goto(url)
    await see(page.getByRole('heading', { name: 'Add a card' })).toBeFocused()
    for (const [label, autocomplete, mode] of [
      ['Card number', 'cc-number', 'numeric'],
      ['Expires', 'cc-exp', 'numeric'],
      ['Security code', 'cc-csc', 'numeric'],
      ['Postal code', 'postal-code', null],
    ] as const) {
      const field = page.getByLabel(label)
      await see(field).toHaveAttribute('autocomplete', autocomplete)
      if (mode) await see(field).toHaveAttribute('inputmode', mode)
    }
    for (const text of [CARDS.mastercard, '1240', CVC.slice(0, 3), '94103']) {
      await page.keyboard.press('Tab')
      await page.keyboard.type(text)
    }
    await page.keyboard.press('Enter')
    await see(page.getByText('Mastercard ending in 4444')).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await see(page.getByRole('button', { name: 'Remove card' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+Tab')
    await see(page.getByRole('button', { name: 'Yes, remove it' })).toBeFocused()
    await page.keyboard.press('Space')
    await see(page.getByRole('heading', { name: 'Add a card' })).toBeVisible()
    expect(await cardOf(id)).toBeNull()
  })

  it('is clean by axe, empty, faulty and with a card, and keeps nothing in the browser', async () => {
    const { url } = await newBuyer()
    const page = await visit()
    const clean = async () => {
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
    }
    await page.goto(url)
    await see(page.getByRole('heading', { name: 'Add a card' })).toBeVisible()
    await clean()
    await page.getByRole('button', { name: 'Save card' }).click()
    await see(page.getByLabel('Card number')).toBeFocused()
    await clean()
    await type(page, CARDS.visa)
    await see(page.getByText('Your card is saved.')).toBeVisible()
    await clean()
    const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])')
    expect(kept).toBe('[{},{},""]')
  })

  it('that has expired, or was never one of ours, says so kindly', async () => {
    const { sandbox: client } = await service.enterprise()
    const { url } = await newBuyer(client)
    await client.post('/sandbox/clock/advance', { seconds: 1_801 })
    for (const address of [url, `${service.roots.sandbox}/card-form/nonsense`]) {
      const page = await visit()
      await page.goto(address)
      await see(page.getByRole('heading', { name: 'This form has expired' })).toBeVisible()
    }
  })
})

describe('the card form inside an iframe', () => {
  it('says card_saved and card_removed to its host, each once', async () => {
    const { url } = await newBuyer()
    const port = await hostPage(url)
    const page = await visit({ viewport: DESKTOP })
    await page.goto(`http://127.0.0.1:${port}/`)
    const inside = page.frameLocator('iframe')
    await type(inside, CARDS.visa)
    const { origin } = new URL(url)
    await see(page.locator('li')).toHaveText([`${origin} card_saved`])
    await inside.getByRole('button', { name: 'Remove card' }).click()
    await inside.getByRole('button', { name: 'Yes, remove it' }).click()
    await see(page.locator('li')).toHaveText([`${origin} card_saved`, `${origin} card_removed`])
  })

  it('is refused to an origin that nobody registered, and speaks to one that is', async () => {
    const { sandbox: client } = await service.enterprise('Framed Shop')
    const { url } = await newBuyer(client)
    const port = await hostPage(url)
    const host = `http://shop.example.test:${port}`
    const hosts = { others: ['shop.example.test'], expected: /frame-ancestors/ }
    const refused = await visit(hosts)
    const said = refused.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await refused.goto(`${host}/`)
    await said
    await see(refused.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveCount(0)
    expect((await client.post('/embed-origin', { origin: host })).status).toBe(201)
    const shown = await visit(hosts)
    await shown.goto(`${host}/`)
    await type(shown.frameLocator('iframe'), CARDS.visa)
    await see(shown.locator('li')).toHaveText([`${new URL(url).origin} card_saved`])
  })
})

describe('the card form in a web view', () => {
  it('says card_saved to an Android bridge that takes two arguments', async () => {
    const { url } = await newBuyer()
    const page = await visit({ viewport: PHONE })
    await page.addInitScript(webView('connectMessageHandler', 2))
    await page.goto(url)
    await type(page, CARDS.visa)
    await see(page.getByRole('button', { name: 'Remove card' })).toBeVisible()
    expect(await page.evaluate('window.heard')).toEqual(['card_saved'])
  })
})

describe('the card form in production', () => {
  it("shows the processor's own fields, and saves what they made of the number", async () => {
    const { production } = await service.enterprise('Live Shop')
    const { id, url } = await newBuyer(production)
    const page = await visit({ others: ['js.stripe.com'] })
    await page.route('https://js.stripe.com/v3/', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `window.Stripe = (key) => ({
          elements: () => ({ create: (kind) => ({ mount: (where) => { where.textContent = kind + ' fields of ' + key }, destroy() {} }) }),
          createPaymentMethod: async () => ({ paymentMethod: { id: 'pm_loose' } }),
        })`,
      }),
    )
    const answer = await page.goto(url)
    expect(answer?.headers()['content-security-policy']).toContain("script-src 'self' https://js.stripe.com")
    await see(page.getByText('card fields of pk_test_local')).toBeVisible()
    await see(page.getByLabel('Card number')).toHaveCount(0)
    await page.getByRole('button', { name: 'Save card' }).click()
    await see(page.getByText('Visa ending in 4242')).toBeVisible()
    expect(await cardOf(id, production)).toMatchObject({ brand: 'VISA', last_four: '4242' })
  })

  it('takes no number itself', async () => {
    const { production } = await service.enterprise('Another Live Shop')
    const { id, url } = await newBuyer(production)
    const { origin, pathname } = new URL(url)
    const response = await fetch(`${origin}/card-form/api/card`, {
      method: 'POST',
      headers: { authorization: `Bearer ${pathname.split('/')[2]}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        number: CARDS.visa,
        expiration_month: 12,
        expiration_year: 2040,
        cvc: CVC.slice(0, 3),
        postal_code: '94103',
      }),
    })
    expect(response.status).toBe(400)
    expect(await cardOf(id, production)).toBeNull()
  })
})

describe('after all that', () => {
  it('no number of a card and no security code stands in the database, a log or an answer', async () => {
    const rows = await wholeDatabase(service.database)
    expect(rows).toContain('buyers: ')
    expect(logged.length).toBeGreaterThan(50)
    expect(answered.length).toBeGreaterThan(100)
    // The scan itself finds what it looks for.
    expect(cardsIn(`x ${CARDS.visa} y`, CODES)).not.toEqual([])
    expect(cardsIn(`{"cvc":"${CVC}"}`, CODES)).not.toEqual([])
    expect(cardsIn(rows, CODES)).toEqual([])
    expect(cardsIn(logged.join('\n'), CODES)).toEqual([])
    // Scripts hold numbers of their own; no answer of ours does.
    const answers = answered.filter((text) => !/function|=>|--space/.test(text))
    expect(cardsIn(answers.join('\n'), CODES)).toEqual([])
  })
})
