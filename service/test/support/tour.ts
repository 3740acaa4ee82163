import type { Page } from '@playwright/test'
import { creator, invite, link, PASSWORD, proposed, screen, see } from './creator.ts'
import { connected, invited, paid } from './payouts.ts'
import type { RunningService } from './service.ts'

/** Every screen that the pages have. */
export const SCREENS = [
  'invite-prompt',
  'invite-prompt-wrong',
  'invite-prompt-long',
  'invite-closed',
  'link-expired',
  'invite-expired',
  'link-used',
  'link-unknown',
  'welcome',
  'welcome-generic',
  'method',
  'email-code',
  'login-create',
  'login-sign-in',
  'mobile',
  'code',
  'application',
  'application-errors',
  'identity-failed',
  'bank',
  'bank-errors',
  'verification',
  'contract',
  'contract-unacceptable',
  'review',
  'review-until',
  'done',
  'done-pending',
  'edit-enter',
  'edit-overview',
  'edit-permission',
  'edit-done',
  'account-sign-in',
  'account-home',
  'account-movements',
  'account-allowed',
  'account-money',
  'account-profile',
  'account-address',
  'card-form',
  'card-form-errors',
  'card-form-saved',
  'welcome-es',
  'method-es',
  'application-es',
  'review-es',
  'done-es',
  'account-home-es',
  'account-profile-es',
  'card-form-es',
  'example-host',
  'legal-terms',
  'legal-privacy',
  'legal-esign',
] as const

/** `es-MX` shows the pages in Spanish. */
type Visit = (options?: { readonly locale: string }) => Promise<Page>
type Look = (page: Page, name: (typeof SCREENS)[number]) => Promise<void>

/** Goes through all of the flow's ways once and looks at every screen on them. */
export async function tour(service: RunningService, visit: Visit, look: Look): Promise<void> {
  await inviteWays(service, visit, look)
  await deadLinks(service, visit, look)
  await directWay(service, visit, look)
  await bankWay(service, visit, look)
  await editWay(service, visit, look)
  await spanishWay(service, visit, look)
  await cardForms(service, visit, look)
  const host = await visit()
  await host.goto(`${service.roots.sandbox}/examples/embed`)
  await look(host, 'example-host')
}

async function inviteWays({ sandbox, roots }: RunningService, visit: Visit, look: Look): Promise<void> {
  const page = await visit()
  const url = await invite(sandbox, await invited(sandbox))
  await page.goto(url)
  await screen(page, /invites you/)
  await look(page, 'invite-prompt')
  await creator.answers(page, 'wrong')
  await see(page.getByText('You have 2 tries left.')).toBeVisible()
  await look(page, 'invite-prompt-wrong')
  for (const left of ['You have one try left.', 'This invite is closed']) {
    await page.getByRole('button', { name: 'Continue' }).click()
    await see(page.getByText(left)).toBeVisible()
  }
  await look(page, 'invite-closed')
  const long = await invited(sandbox, { verification_prompt: `${'Wortungetüm'.repeat(28)}?` })
  await page.goto(await invite(sandbox, long))
  await screen(page, /invites you/)
  await look(page, 'invite-prompt-long')
  for (const name of ['terms', 'privacy', 'esign'] as const) {
    await page.goto(`${roots.sandbox}/legal/${name}`)
    await see(page.getByText('Version of')).toBeVisible()
    await look(page, `legal-${name}`)
  }
}

async function deadLinks(service: RunningService, visit: Visit, look: Look): Promise<void> {
  const { sandbox } = await service.enterprise('Northwind Records')
  const page = await visit()
  const used = await link(sandbox, await invited(sandbox))
  await page.goto(used)
  await creator.starts(page)
  const other = await visit()
  await other.goto(used)
  await screen(other, 'This link was already used')
  await look(other, 'link-used')
  const expired = await link(sandbox, await invited(sandbox))
  await sandbox.post('/sandbox/clock/advance', { seconds: 601 })
  await other.goto(expired)
  await screen(other, 'This link has expired')
  await look(other, 'link-expired')
  const old = await invite(sandbox, await invited(sandbox))
  await sandbox.post('/sandbox/clock/advance', { seconds: 73 * 3_600 })
  await other.goto(old)
  await screen(other, 'This invite has expired')
  await look(other, 'invite-expired')
  await other.goto(`${service.roots.sandbox}/connect/nonsense`)
  await screen(other, 'We do not know this link')
  await look(other, 'link-unknown')
}

async function directWay(service: RunningService, visit: Visit, look: Look): Promise<void> {
  const { sandbox } = service
  const email = `tour.${crypto.randomUUID()}@example.com`
  const requested_permissions = ['payment.credit', 'payment.debit']
  const id = await invited(sandbox, { email, requested_permissions })
  await proposed(sandbox, id)
  const page = await visit()
  await page.goto(await link(sandbox, id))
  await screen(page, /would like to pay you/)
  await look(page, 'welcome')
  await creator.starts(page)
  await screen(page, 'Create your login')
  await look(page, 'login-create')
  await page.getByRole('button', { name: 'I already have a login' }).click()
  await screen(page, 'Welcome back')
  await look(page, 'login-sign-in')
  await page.getByRole('button', { name: 'I am new here' }).click()
  await creator.createsLogin(page)
  await screen(page, 'Confirm your e-mail')
  await look(page, 'email-code')
  await creator.confirmsEmail(page)
  await screen(page, 'What is your mobile number?')
  await look(page, 'mobile')
  await creator.givesMobile(page)
  await screen(page, 'Enter your code')
  await look(page, 'code')
  await creator.entersCode(page)
  await screen(page, 'Open your account')
  await look(page, 'application')
  await page.getByLabel('Date of birth').fill('13/45/1990')
  await page.getByLabel('City').fill('')
  await page.getByRole('button', { name: 'Open account' }).click()
  await see(page.getByLabel('Date of birth')).toBeFocused()
  await look(page, 'application-errors')
  await page.reload()
  await creator.applies(page, { first: 'Mallory' })
  await screen(page, 'We could not confirm who you are')
  await look(page, 'identity-failed')
  await page.getByRole('button', { name: 'Check my details' }).click()
  await creator.applies(page)
  await screen(page, /asks for a share/)
  await look(page, 'contract')
  await page.getByRole('button', { name: 'Accept' }).click()
  await screen(page, 'Check and agree')
  await look(page, 'review')
  await page
    .getByRole('region', { name: 'Take payments from your account' })
    .getByRole('radio', { name: 'Until a date' })
    .check()
  await page.getByLabel('Until the end of').fill('2099-12-31')
  await creator.agrees(page)
  await screen(page, 'You are all set')
  await look(page, 'done')
  await account(service, id, email, page, look)
}

async function account(
  { sandbox, roots }: RunningService,
  id: string,
  email: string,
  page: Page,
  look: Look,
): Promise<void> {
  await paid(sandbox, id, 12_500)
  await sandbox.post('/sandbox/clock/advance', { seconds: 10 })
  await page.goto(`${roots.sandbox}/account`)
  await screen(page, 'Sign in')
  await look(page, 'account-sign-in')
  await creator.signsIn(page, email, PASSWORD)
  await creator.entersCode(page)
  await screen(page, 'Balance')
  await look(page, 'account-home')
  await page.getByRole('button', { name: 'All movements' }).click()
  await screen(page, 'All movements')
  await look(page, 'account-movements')
  await page.getByRole('button', { name: 'Back to your account' }).click()
  await page.getByRole('button', { name: /^Change what/ }).click()
  await screen(page, / may$/)
  await look(page, 'account-allowed')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await screen(page, 'Your money')
  await look(page, 'account-money')
  await page.getByRole('button', { name: 'Back to your account' }).click()
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await screen(page, 'Profile and sign-in')
  await look(page, 'account-profile')
  await page.getByRole('button', { name: 'Change home address' }).click()
  await screen(page, 'Home address')
  await look(page, 'account-address')
}

const SPANISH = { locale: 'es-MX' }

/** The longest words are Spanish: the screens that have most of them. */
async function spanishWay({ sandbox, roots }: RunningService, visit: Visit, look: Look): Promise<void> {
  const email = `gira.${crypto.randomUUID()}@example.com`
  const id = await invited(sandbox, { email })
  const page = await visit(SPANISH)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await page.goto(await link(sandbox, id))
  await see(page.getByRole('button', { name: 'Comenzar' })).toBeVisible()
  await look(page, 'welcome-es')
  await press('Comenzar')
  await see(page.getByRole('radio')).toHaveCount(3)
  await look(page, 'method-es')
  await page.getByRole('radio', { name: 'Cuenta Tributary' }).check()
  await press('Continuar')
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await press('Crear acceso')
  await see(page.getByLabel('Código', { exact: true })).toHaveValue('000000')
  await press('Continuar')
  await press('Enviar código')
  await see(page.getByLabel('Código', { exact: true })).toHaveValue('000000')
  await press('Continuar')
  await see(page.getByLabel('Fecha de nacimiento')).toBeVisible()
  await look(page, 'application-es')
  await press('Abrir cuenta')
  await see(page.getByRole('checkbox')).toBeVisible()
  await look(page, 'review-es')
  await page.getByRole('checkbox').check()
  await press('Aceptar y conectar')
  await see(page.getByRole('link', { name: 'Ver su cuenta' })).toBeVisible()
  await look(page, 'done-es')
  await page.goto(`${roots.sandbox}/account`)
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await press('Iniciar sesión')
  await press('Continuar')
  await screen(page, 'Saldo')
  await look(page, 'account-home-es')
  await press('Perfil')
  await screen(page, 'Perfil y acceso')
  await look(page, 'account-profile-es')
}

async function cardForms({ sandbox }: RunningService, visit: Visit, look: Look): Promise<void> {
  const { payment_method_embed_url: url } = (await sandbox.post('/buyer', { first_name: 'Bob' })).body
  const spanish = await visit(SPANISH)
  await spanish.goto(url)
  await see(spanish.getByLabel('Número de tarjeta')).toBeVisible()
  await look(spanish, 'card-form-es')
  const page = await visit()
  await page.goto(url)
  await see(page.getByLabel('Card number')).toBeVisible()
  await look(page, 'card-form')
  await page.getByLabel('Card number').fill('4242 4242 4242 4241')
  await page.getByRole('button', { name: 'Save card' }).click()
  await see(page.getByLabel('Card number')).toBeFocused()
  await look(page, 'card-form-errors')
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Expires').fill('12 / 40')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('Postal code').fill('94103')
  await page.getByRole('button', { name: 'Save card' }).click()
  await see(page.getByText('Your card is saved.')).toBeVisible()
  await look(page, 'card-form-saved')
}

async function bankWay(service: RunningService, visit: Visit, look: Look): Promise<void> {
  const { id: enterprise, sandbox } = await service.enterprise('Careful Company')
  await service.database.sql`
    update tenants set creator_verification_required = true, connect_use_case = 'Generic'
    where enterprise_id = ${enterprise} and environment = 'sandbox'`
  const id = await invited(sandbox)
  await proposed(sandbox, id)
  const page = await visit()
  await page.goto(await link(sandbox, id))
  await screen(page, 'Connect with Careful Company')
  await look(page, 'welcome-generic')
  await creator.starts(page)
  await screen(page, 'How would you like to be paid?')
  await look(page, 'method')
  await creator.chooses(page, 'Bank account')
  await screen(page, 'Your bank account')
  await look(page, 'bank')
  await page.getByLabel('Routing number').fill('021000022')
  await page.getByLabel('ZIP code').fill('123')
  await page.getByRole('button', { name: 'Continue' }).click()
  await see(page.getByLabel('Routing number')).toBeFocused()
  await look(page, 'bank-errors')
  await page.reload()
  await page.getByLabel('Last name').fill('Review')
  await creator.entersBank(page)
  await screen(page, 'Confirm who you are')
  await look(page, 'verification')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await screen(page, /asks for a share/)
  await look(page, 'contract-unacceptable')
  await page.getByRole('button', { name: 'Decide later' }).click()
  await screen(page, 'Check and agree')
  await page.getByRole('radio', { name: 'Until a date' }).check()
  await page.getByLabel('Until the end of').fill('2099-12-31')
  await look(page, 'review-until')
  await creator.agrees(page)
  await screen(page, 'Almost there')
  await look(page, 'done-pending')
}

async function editWay({ sandbox }: RunningService, visit: Visit, look: Look): Promise<void> {
  const id = await connected(sandbox, 'ach')
  const page = await visit()
  await page.goto(await link(sandbox, id))
  await screen(page, /^Your connection with/)
  await look(page, 'edit-enter')
  await page.getByRole('button', { name: 'Continue' }).click()
  await see(page.getByRole('heading', { name: 'How you are paid' })).toBeVisible()
  await look(page, 'edit-overview')
  await page.getByRole('button', { name: /^Change \(/ }).click()
  await page.getByRole('radio', { name: 'Until a date' }).check()
  await look(page, 'edit-permission')
  await page.getByRole('button', { name: 'Done' }).click()
  await screen(page, 'Your connection is up to date')
  await look(page, 'edit-done')
}
