import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { DESKTOP, PHONE, receiveVisitors } from '../support/browser.ts'
import { creator, invite, link, PASSWORD, screen, see } from '../support/creator.ts'
import { atDashboard, dashboard } from '../support/dashboard.ts'
import { shiftsOn, violationsOn, WATCH_SHIFTS } from '../support/looks.ts'
import { invited } from '../support/payouts.ts'
import { png } from '../support/png.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const { sandbox } = service
const visitors = receiveVisitors()

/** In the page. */
const COLOUR_OF_LINKS = `(() => {
  const link = document.body.appendChild(document.createElement('a'))
  const { color } = getComputedStyle(link)
  link.remove()
  return color
})()`

const topOf = async (page: Page, name: string): Promise<number> => {
  const button = page.getByRole('button', { name, exact: true })
  await see(button).toBeVisible()
  return Math.round((await button.boundingBox())?.y ?? -1)
}

describe('the buttons of Connect', () => {
  it.each([
    ['a desktop', DESKTOP],
    ['a phone', PHONE],
  ])('stand at one place on every screen of %s, and nothing moves by itself', async (_name, viewport) => {
    const page = await visitors.visit({ viewport })
    await page.addInitScript(WATCH_SHIFTS)
    await page.goto(await link(sandbox, await invited(sandbox)))
    const tops: number[] = []
    const look = async (name: string) => {
      tops.push(await topOf(page, name))
      expect([name, await page.evaluate<number>('document.documentElement.scrollHeight - innerHeight')]).toEqual([
        name,
        0,
      ])
    }
    await screen(page, /would like to pay you/)
    await look('Get started')
    await creator.starts(page)
    await screen(page, 'How would you like to be paid?')
    await look('Continue')
    await creator.chooses(page, 'Tributary account')
    await screen(page, 'Create your login')
    await look('Create login')
    await creator.createsLogin(page)
    await screen(page, 'Confirm your e-mail')
    await look('Continue')
    await creator.confirmsEmail(page)
    await screen(page, 'What is your mobile number?')
    await look('Send code')
    await creator.givesMobile(page)
    await creator.entersCode(page)
    await screen(page, 'Open your account')
    await look('Open account')
    await creator.applies(page)
    await screen(page, 'Check and agree')
    await look('Agree and connect')
    expect(new Set(tops).size, tops.join(', ')).toBe(1)
    expect(tops[0]).toBeLessThan(viewport.height)
    expect(await shiftsOn(page)).toEqual([])
  })
})

describe('the agreement at the end', () => {
  it('is never given in advance, names the documents, and Connect leads on to the account', async () => {
    const page = await visitors.visit()
    await page.goto(await link(sandbox, await invited(sandbox)))
    await creator.starts(page)
    await creator.chooses(page, 'Wallet')
    await creator.createsLogin(page)
    await creator.confirmsEmail(page)
    await creator.givesMobile(page)
    await creator.entersCode(page)
    await screen(page, 'Check and agree')
    const yes = page.getByRole('checkbox', { name: 'I have read and agree to' })
    await see(yes).not.toBeChecked()
    for (const name of [/^Terms of service/, /^Privacy notice/, /^Consent to electronic records/]) {
      await see(page.getByRole('link', { name })).toHaveAttribute('target', '_blank')
    }
    await page.getByRole('button', { name: 'Agree and connect' }).click()
    await see(page.getByText('Please read these and agree, or go back.')).toBeVisible()
    await see(yes).toBeFocused()
    expect(await violationsOn(page)).toEqual([])
    await yes.check()
    await page.getByRole('button', { name: 'Agree and connect' }).click()
    await screen(page, 'You are all set')
    await page.getByRole('link', { name: 'See your account' }).click()
    await screen(page, 'Sign in')
    expect(new URL(page.url()).pathname).toBe('/account')
  })

  it('says in one sentence why the Social Security number is asked', async () => {
    const page = await visitors.visit()
    await page.goto(await link(sandbox, await invited(sandbox)))
    await creator.starts(page)
    await creator.chooses(page, 'Bank account')
    await screen(page, 'Your bank account')
    await see(page.getByLabel('Social Security number')).toHaveAccessibleDescription(
      /^The IRS requires it on tax forms about what you are paid\./,
    )
  })
})

describe('an invite that has expired', () => {
  it('offers the way to a new one', async () => {
    const { sandbox: client } = await service.enterprise('Late Enterprise')
    const url = await invite(client, await invited(client))
    await client.post('/sandbox/clock/advance', { seconds: 73 * 3_600 })
    const page = await visitors.visit()
    await page.goto(url)
    await screen(page, 'This invite has expired')
    await page.getByRole('button', { name: 'E-mail me a new invite' }).click()
    await see(page.getByText(/A new invite is on its way/)).toBeVisible()
    await see(page.getByRole('button', { name: 'E-mail me a new invite' })).toHaveCount(0)
  })
})

describe('the look of an enterprise', () => {
  it('is set with a preview, a colour that cannot be read is refused, and Connect wears it', async () => {
    const { id, sandbox: client } = await service.enterprise('Colourful')
    const admin = await atDashboard(service, visitors, id)
    await admin.goto(dashboard(service, '/settings'))
    await admin.getByLabel('Color', { exact: true }).fill('#ffcc00')
    await see(admin.getByText(/Is too light: white text on it has a contrast of 1\.5 to 1/)).toBeVisible()
    await admin.getByLabel('Color', { exact: true }).fill('#8a1c5a')
    await admin.keyboard.press('Tab')
    await admin.getByLabel('Support link').fill('https://example.com/help')
    await admin.getByLabel('Logo', { exact: true }).setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: png(64),
    })
    const preview = admin.getByRole('figure', { name: 'Preview of Connect' })
    await see(preview.locator('img')).toBeVisible()
    await see(preview.getByText('Get started')).toHaveCSS('background-color', 'rgb(138, 28, 90)')
    expect(await violationsOn(admin)).toEqual([])
    await admin.getByRole('button', { name: 'Save look' }).click()
    await expect.poll(async () => (await openedBy(client)).enterprise.color, { timeout: 30_000 }).toBe('#8a1c5a')

    const page = await visitors.visit()
    await page.goto(await link(client, await invited(client)))
    await screen(page, /would like to pay you/)
    await see(page.getByRole('button', { name: 'Get started' })).toHaveCSS('background-color', 'rgb(138, 28, 90)')
    await see(page.locator('header img')).toHaveJSProperty('naturalWidth', 64)
    await see(page.getByRole('link', { name: 'Questions? Ask Colourful' })).toHaveAttribute(
      'href',
      'https://example.com/help',
    )
    expect(await violationsOn(page)).toEqual([])
    // A scheme that the page around chose holds for every colour, whatever the system says.
    for (const [theme, colorScheme, color] of [
      ['dark', 'light', 'rgb(77, 196, 174)'],
      ['light', 'dark', 'rgb(138, 28, 90)'],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(`${await link(client, await invited(client))}?theme=${theme}`)
      await screen(page, /would like to pay you/)
      expect([theme, await page.evaluate<string>(COLOUR_OF_LINKS)]).toEqual([theme, color])
      expect(await violationsOn(page)).toEqual([])
    }
  })

  async function openedBy(client: typeof sandbox) {
    const url = new URL(await link(client, await invited(client)))
    const opened = await fetch(`${url.origin}/connect/api/open`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: url.pathname.split('/').at(-1) }),
    })
    return (await opened.json()) as { enterprise: { color: string | null } }
  }
})

describe('in Spanish, by the browser', () => {
  it('a creator connects, sees the account, and no English is left on the way', async () => {
    const page = await visitors.visit({ locale: 'es-MX' })
    const email = `ana.${crypto.randomUUID()}@example.com`
    await page.goto(await link(sandbox, await invited(sandbox, { email })))
    await screen(page, /quiere pagarle$/)
    expect(await page.evaluate<string>('document.documentElement.lang')).toBe('es')
    await page.getByRole('button', { name: 'Comenzar' }).click()
    await screen(page, '¿Cómo quiere recibir sus pagos?')
    await page.getByRole('radio', { name: 'Cuenta Tributary' }).check()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await screen(page, 'Cree su acceso')
    await page.getByRole('button', { name: 'Crear acceso' }).click()
    await see(page.getByText('Use al menos 12 caracteres.')).toBeVisible()
    await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Crear acceso' }).click()
    await screen(page, 'Confirme su correo electrónico')
    await page.getByRole('button', { name: 'Continuar' }).click()
    await screen(page, '¿Cuál es su número de móvil?')
    await page.getByRole('button', { name: 'Enviar código' }).click()
    await screen(page, 'Escriba su código')
    await page.getByRole('button', { name: 'Continuar' }).click()
    await screen(page, 'Abra su cuenta')
    await see(page.getByLabel('Número de Seguro Social')).toHaveAccessibleDescription(/^La ley federal nos exige/)
    await page.getByRole('button', { name: 'Abrir cuenta' }).click()
    await screen(page, 'Revise y acepte')
    await see(page.getByText(/^Cuenta Tributary ••••\d{4}$/)).toBeVisible()
    await page.getByRole('checkbox', { name: 'He leído y acepto' }).check()
    await page.getByRole('button', { name: 'Aceptar y conectar' }).click()
    await screen(page, 'Todo está listo')
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('link', { name: 'Ver su cuenta' }).click()
    await screen(page, 'Iniciar sesión')
    await page.getByLabel('Correo electrónico').fill(email)
    await page.getByLabel('Contraseña', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    // The service's refusal is said in the page's language too.
    await see(page.getByRole('alert')).toHaveText('El correo electrónico o la contraseña no son correctos.')
    await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await screen(page, 'Escriba su código')
    await page.getByRole('button', { name: 'Continuar' }).click()
    await screen(page, 'Saldo')
    await see(page.getByRole('heading', { name: 'Quién le paga' })).toBeVisible()
  })
})
