import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { authenticator } from '../support/authenticator.ts'
import { DESKTOP, PHONE, receiveVisitors } from '../support/browser.ts'
import { creatorOf, openHome, PASSWORD } from '../support/connect.ts'
import { creator, screen, see } from '../support/creator.ts'
import { photograph, tooWide, violationsOn } from '../support/looks.ts'
import { sealedFacts } from '../support/sealed-messages.ts'
import { startService } from '../support/service.ts'

// A passkey belongs to a name: an IP address has none.
const service = await startService({ HOST: 'localhost' })
const { sandbox } = service
const visitors = receiveVisitors()
const account = `${service.roots.sandbox}/account`

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

async function atProfile(page: Page, email: string): Promise<void> {
  await page.goto(account)
  await creator.signsIn(page, email, PASSWORD)
  await creator.entersCode(page)
  await screen(page, 'Balance')
  await button(page, 'Profile').click()
  await screen(page, 'Profile and sign-in')
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await button(page, 'Add a passkey').click()
  await screen(page, 'Add a passkey')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Your password').fill(PASSWORD)
  await button(page, 'Continue').click()
}

/** The body of the next request to a path of the account's API. */
const bodyOf = (page: Page, path: string) =>
  page.waitForRequest((request) => request.url() === `${account}/api/${path}`).then((request) => request.postDataJSON())

describe("a creator's passkey", () => {
  it.each([
    ['account-1280-light', DESKTOP, 'light'],
    ['account-390-dark', PHONE, 'dark'],
  ] as const)('is added, named, signed in with and removed at %s', async (view, viewport, colorScheme) => {
    const { email } = await creatorOf(sandbox)
    const page = await visitors.visit({ viewport, colorScheme })
    const device = await authenticator(page)
    const looks = async (name: string) => {
      await photograph(page, view, name)
      expect([name, await violationsOn(page, true), await tooWide(page)]).toEqual([name, [], []])
    }
    await page.goto(account)
    await screen(page, 'Sign in')
    await looks('account-sign-in-passkey')
    await button(page, 'Sign in with a passkey').click()
    await see(page.getByRole('alert')).toHaveText('The passkey was not used. Please try again.')
    await atProfile(page, email)
    await looks('account-profile')
    await button(page, 'Add a passkey').click()
    await page.getByLabel('Your password').fill('not the password')
    await button(page, 'Continue').click()
    await see(page.getByRole('alert')).toHaveText('The password is not right.')
    await looks('account-passkey-add')
    expect(await device.credentials()).toEqual([])
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await addPasskey(page, 'Phone')
    await screen(page, 'Profile and sign-in')
    expect(await device.credentials()).toHaveLength(1)
    await button(page, 'Rename (Phone)').click()
    await page.getByLabel('Name').fill('Blue phone')
    await button(page, 'Save').click()
    await see(page.getByText('Blue phone')).toBeVisible()
    await looks('account-profile-passkey')

    await button(page, 'Sign out').click()
    await screen(page, 'Sign in')
    await button(page, 'Sign in with a passkey').click()
    await screen(page, 'Balance')
    await button(page, 'Profile').click()
    await see(page.getByText(/last used on/)).toBeVisible()
    await button(page, 'Remove (Blue phone)').click()
    await button(page, 'Yes, remove it').click()
    await see(page.getByText('Blue phone')).toHaveCount(0)
    await button(page, 'Sign out').click()
    await button(page, 'Sign in with a passkey').click()
    await see(page.getByRole('alert')).toContainText('does not open an account here')
    const { data } = (await sandbox.get(`/sandbox/message?page_size=100&kind=login_changed&to=${email}`)).body
    expect(data.map(({ subject }: { subject: string }) => subject)).toEqual(
      expect.arrayContaining(['A passkey was added to your login', 'A passkey was removed from your login']),
    )
  })

  it('must be unlocked, works once per challenge, and is added in the session that gave the password alone', async () => {
    const { email } = await creatorOf(sandbox)
    const page = await visitors.visit()
    const device = await authenticator(page)
    await atProfile(page, email)
    const adding = bodyOf(page, 'passkeys')
    await addPasskey(page, 'Phone')
    await screen(page, 'Profile and sign-in')

    const stranger = openHome(service.roots.sandbox)
    const other = await creatorOf(sandbox)
    await stranger.post('sign-in', { email: other.email, password: PASSWORD })
    await stranger.post('code', { code: '000000' })
    const planted = await stranger.post('passkeys', await adding)
    expect([planted.status, planted.body.code]).toEqual([400, 'incorrect_credentials'])
    expect((await stranger.get('security')).body.passkeys).toEqual([])

    await button(page, 'Sign out').click()
    await screen(page, 'Sign in')
    const answering = bodyOf(page, 'passkey/sign-in')
    await button(page, 'Sign in with a passkey').click()
    await screen(page, 'Balance')
    const thief = openHome(service.roots.sandbox)
    const again = await thief.post('passkey/sign-in', await answering)
    expect([again.status, again.body.code]).toEqual([400, 'incorrect_credentials'])
    expect((await thief.get('home')).status).toBe(401)

    await button(page, 'Sign out').click()
    await device.unlocks(false)
    await button(page, 'Sign in with a passkey').click()
    await see(page.getByRole('alert')).toBeVisible()
    await see(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  })

  it('is gone after a new password by a mailed link, and speaks Spanish', async () => {
    const { email } = await creatorOf(sandbox)
    const page = await visitors.visit({ locale: 'es-MX' })
    const device = await authenticator(page)
    await page.goto(account)
    await page.getByLabel('Correo electrónico').fill(email)
    await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
    await button(page, 'Iniciar sesión').click()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await screen(page, 'Saldo')
    await button(page, 'Perfil').click()
    await screen(page, 'Perfil y acceso')
    await button(page, 'Agregar una llave de acceso').click()
    await page.getByLabel('Nombre').fill('Teléfono')
    await page.getByLabel('Su contraseña').fill(PASSWORD)
    await button(page, 'Continuar').click()
    await see(page.getByText('Teléfono')).toBeVisible()
    await photograph(page, 'account-390-light', 'account-profile-es')
    expect(await device.credentials()).toHaveLength(1)
    await page.getByRole('button', { name: 'Cerrar sesión' }).first().click()
    const { sql } = service.database
    const passkeys = async () => (await sql`select 1 from creator_passkeys where name = 'Teléfono'`).length
    expect(await passkeys()).toBe(1)
    await resetPassword(page, email)
    await screen(page, 'Saldo')
    expect(await passkeys()).toBe(0)
    await page.getByRole('button', { name: 'Cerrar sesión' }).first().click()
    await button(page, 'Entrar con una llave de acceso').click()
    await see(page.getByRole('alert')).toContainText('no abre ninguna cuenta aquí')
  })
})

/** By the mailed link, in Spanish, and the code. */
async function resetPassword(page: Page, email: string): Promise<void> {
  await button(page, '¿Olvidó su contraseña?').click()
  await page.getByLabel('Correo electrónico').fill(email)
  await button(page, 'Enviar el enlace').click()
  await screen(page, 'Revise su correo')
  await expect
    .poll(async () => (await sandbox.get(`/sandbox/message?kind=creator_password_reset&to=${email}`)).body.data.length)
    .toBe(1)
  await page.goto((await sealedFacts(service, 'creator_password_reset', email)).url)
  await page.getByLabel('Nueva contraseña').fill('a much newer river song')
  await button(page, 'Continuar').click()
  await page.getByRole('button', { name: 'Continuar' }).click()
}

describe("a creator's profile", () => {
  it('shows the verified name and changes the home address with the password', async () => {
    const { email } = await creatorOf(sandbox)
    const page = await visitors.visit()
    await atProfile(page, email)
    await see(page.getByText('Alice Alison')).toHaveCount(2)
    await see(page.getByText('Verified', { exact: true })).toBeVisible()
    await button(page, 'Change home address').click()
    await screen(page, 'Home address')
    expect(await violationsOn(page, true)).toEqual([])
    await page.getByLabel('Street and number').fill('9 Harbor Road')
    await page.getByLabel('Apartment, suite').fill('')
    await page.getByLabel('ZIP code').fill('1234')
    await page.getByLabel('Your password').fill(PASSWORD)
    await button(page, 'Save').click()
    await see(page.getByLabel('ZIP code')).toBeFocused()
    await page.getByLabel('ZIP code').fill('60601')
    await button(page, 'Save').click()
    await see(page.getByText(/^9 Harbor Road, .* 60601$/)).toBeVisible()
    await page.reload()
    await button(page, 'Profile').click()
    await see(page.getByText(/^9 Harbor Road, .* 60601$/)).toBeVisible()
  })
})
