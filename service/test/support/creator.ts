import { expect as eventually, type Page } from '@playwright/test'
import { expect } from 'vitest'
import type { Client } from './client.ts'

/** What a page comes to show, however busy the machine is. */
export const see = eventually.configure({ timeout: 60_000 })

export const PASSWORD = 'rivers run to the sea'

/** A link for a connection; answers its URL. */
export async function link(client: Client, connection: string, more: object = {}): Promise<string> {
  const made = await client.post('/connect-link', { account_connection: connection, ...more })
  expect(made.status, made.text).toBe(201)
  return made.body.url
}

export async function invite(client: Client, connection: string): Promise<string> {
  const made = await client.post('/connect-invite', { account_connection: connection, send_email: false })
  expect(made.status, made.text).toBe(201)
  return made.body.url
}

/** A contract that waits for the creator's answer: a fifth of what music earns, at most 50.00 of each deposit. */
export async function proposed(client: Client, connection: string, terms: object = {}): Promise<string> {
  const made = await client.post('/contract', {
    account_connection: connection,
    type: 'deposit_split',
    deposit_source: 'music_distribution',
    split_percent_amount: 20,
    split_amount_max_in_cents: 5_000,
    deposit_minimum_in_cents: 1_000,
    ...terms,
  })
  expect(made.status, made.text).toBe(201)
  return made.body.id
}

/** The screen whose heading this is, in sight and in focus. */
export async function screen(page: Page, heading: string | RegExp): Promise<void> {
  const title = page.getByRole('heading', { level: 1, name: heading })
  await see(title).toBeVisible()
  await see(title).toBeFocused()
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

/** What a creator does on each screen: looks that it is the one, fills it in, goes on. */
export const creator = {
  async answers(page: Page, answer: string) {
    await screen(page, /invites you/)
    await page.getByRole('textbox').fill(answer)
    await press(page, 'Continue')
  },
  async starts(page: Page) {
    await screen(page, /would like to pay you|Connect with/)
    await press(page, 'Get started')
  },
  async chooses(page: Page, method: 'Tributary account' | 'Bank account' | 'Wallet') {
    await screen(page, 'How would you like to be paid?')
    await page.getByRole('radio', { name: method }).check()
    await press(page, 'Continue')
  },
  async createsLogin(page: Page, email?: string) {
    await screen(page, 'Create your login')
    if (email) await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await press(page, 'Create login')
  },
  async confirmsEmail(page: Page) {
    await screen(page, 'Confirm your e-mail')
    await see(page.getByLabel('Code', { exact: true })).toHaveValue('000000')
    await press(page, 'Continue')
  },
  async signsIn(page: Page, email: string, password = PASSWORD) {
    await screen(page, /Welcome back|Sign in/)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await press(page, 'Sign in')
  },
  async givesMobile(page: Page, number?: string) {
    await screen(page, 'What is your mobile number?')
    if (number) await page.getByLabel('Mobile number').fill(number)
    await press(page, 'Send code')
  },
  async entersCode(page: Page) {
    await screen(page, 'Enter your code')
    await see(page.getByLabel('Code', { exact: true })).toHaveValue('000000')
    await press(page, 'Continue')
  },
  async applies(page: Page, names: { readonly first?: string; readonly last?: string } = {}) {
    await screen(page, 'Open your account')
    await see(page.getByLabel('First name')).toHaveValue('Alice')
    await see(page.getByLabel('Last name')).toHaveValue('Alison')
    if (names.first) await page.getByLabel('First name').fill(names.first)
    if (names.last) await page.getByLabel('Last name').fill(names.last)
    await press(page, 'Open account')
  },
  async entersBank(page: Page) {
    await see(page.getByRole('heading', { level: 1, name: 'Your bank account' })).toBeVisible()
    await page.getByLabel('Routing number').fill('021000021')
    await page.getByLabel('Account number', { exact: true }).fill('000123456789')
    await page.getByLabel('Account number again').fill('000123456789')
    await page.getByRole('radio', { name: 'Checking' }).check()
    await press(page, 'Continue')
  },
  async verifies(page: Page) {
    await screen(page, 'Confirm who you are')
    await see(page.getByText('a sample applicant is filled in')).toBeVisible()
    await see(page.getByLabel('First name')).toHaveValue('Alice')
    await see(page.getByLabel('Last name')).toHaveValue('Alison')
    await press(page, 'Confirm')
  },
  async agrees(page: Page) {
    await see(page.getByRole('heading', { level: 1, name: 'Check and agree' })).toBeVisible()
    await page.getByRole('checkbox', { name: 'I have read and agree to' }).check()
    await press(page, 'Agree and connect')
  },
  /** From the choice of a method to the agreement. */
  async connects(page: Page, method: 'Tributary account' | 'Bank account' | 'Wallet') {
    await creator.chooses(page, method)
    if (method === 'Bank account') await creator.entersBank(page)
    else {
      await creator.createsLogin(page)
      await creator.confirmsEmail(page)
      await creator.givesMobile(page)
      await creator.entersCode(page)
    }
    if (method === 'Tributary account') await creator.applies(page)
    await creator.agrees(page)
  },
}
