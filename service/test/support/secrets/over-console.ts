import { expect } from 'vitest'
import { newPasswordLink } from '../../../src/dashboard/index.ts'
import { newOperator } from '../operators.ts'
import { type Browser, createBrowser } from '../people.ts'
import { totp } from '../totp.ts'
import { keepCookies } from './over-dashboard.ts'
import type { World } from './world.ts'

const AUTH = '/operator/auth'

/** Secrets that operators send and are given. */
export async function overTheConsole(world: World): Promise<void> {
  const { running, watch } = world
  const { email } = await newOperator(running, 'admin')
  const first = await chooses(world, email)
  const ola = await enters(world, email, first)
  const password = await changes(world, ola, first)
  await secondFactor(world, ola, email, password)
  const account = watch.plant('account')
  expect((await ola.post('/operator/api/bank/inspect', { text: `6271${account}` })).status).toBe(400)
  const bank = {
    name_on_account: 'Secretive Inc',
    account_number: watch.plant('account'),
    routing_number: '021000021',
    account_type: 'checking',
  }
  const where = { enterprise: world.enterprise, environment: 'sandbox' }
  const set = await ola.post('/operator/api/enterprises/bank-account', { ...where, account: bank, reason: 'a letter' })
  expect(set.status, set.text).toBe(200)
  for (const path of ['/me', '/operators', '/audit-log/operator?page_size=100', `/enterprises/${world.enterprise}`]) {
    expect([path, (await ola.get(`/operator/api${path}`)).status]).toEqual([path, 200])
  }
}

/** The link that the operator command prints. */
async function chooses({ running, watch }: World, email: string): Promise<string> {
  const address = { environment: 'sandbox', root: running.roots.sandbox } as const
  const { link } = await running.database.transaction((tx) => newPasswordLink(tx, email, address))
  const token = watch.issued("operator's link", new URL(link).searchParams.get('token') ?? '')
  await fetch(link)
  const newPassword = watch.plant('text')
  const choose = (given: string) =>
    createBrowser(running.roots.sandbox).post(`${AUTH}/reset-password`, { token: given, newPassword })
  expect((await choose(`${token}x`)).status).toBe(400)
  expect((await choose(token)).status).toBe(200)
  return newPassword
}

async function enters(world: World, email: string, password: string): Promise<Browser> {
  const browser = createBrowser(world.running.roots.sandbox)
  const enter = (given: unknown) => browser.post(`${AUTH}/sign-in/email`, { email, password: given })
  expect((await enter(world.watch.plant('text'))).status).toBe(401)
  expect((await enter({ not: world.watch.plant('text') })).status).toBe(400)
  expect((await enter(password)).status).toBe(200)
  keepCookies(world, browser)
  return browser
}

async function changes({ watch }: World, ola: Browser, password: string): Promise<string> {
  const newPassword = watch.plant('text')
  const change = (currentPassword: string) => ola.post(`${AUTH}/change-password`, { currentPassword, newPassword })
  expect((await change(watch.plant('text'))).status).toBe(400)
  expect((await change(password)).status).toBe(200)
  return newPassword
}

async function secondFactor(world: World, ola: Browser, email: string, password: string): Promise<void> {
  const { watch, running } = world
  const ask = (browser: Browser, path: string, body: object) => browser.post(`${AUTH}/two-factor/${path}`, body)
  const enable = async () => {
    const { totpURI, backupCodes } = (await ask(ola, 'enable', { password })).body
    watch.issued('TOTP secret', new URL(totpURI).searchParams.get('secret') ?? '')
    for (const code of backupCodes) watch.issued('backup code', code)
    return { totpURI, backupCodes }
  }
  await ask(ola, 'enable', { password: watch.plant('text') })
  const { totpURI, backupCodes } = await enable()
  expect((await ask(ola, 'verify-totp', { code: watch.plant('code') })).status).toBe(401)
  const now = watch.issued('TOTP code', totp(totpURI))
  expect((await ask(ola, 'verify-totp', { code: now })).status).toBe(200)
  keepCookies(world, ola)
  const other = createBrowser(running.roots.sandbox)
  await other.post(`${AUTH}/sign-in/email`, { email, password })
  expect((await ask(other, 'verify-backup-code', { code: watch.plant('text') })).status).toBe(401)
  expect((await ask(other, 'verify-backup-code', { code: backupCodes[0] })).status).toBe(200)
  keepCookies(world, other)
  const confirm = (code: string, given = password) => ola.post('/operator/api/confirm', { password: given, code })
  expect((await confirm(now, watch.plant('text'))).status).toBe(400)
  expect((await confirm(watch.plant('text').slice(0, 20))).status).toBe(400)
  expect((await confirm(backupCodes[1])).status).toBe(200)
  const fresh = await ask(ola, 'generate-backup-codes', { password })
  expect(fresh.status, fresh.text).toBe(200)
  for (const code of fresh.body.backupCodes) watch.issued('backup code', code)
  expect((await ask(ola, 'disable', { password: watch.plant('text') })).status).toBe(400)
  expect((await ask(ola, 'disable', { password })).status).toBe(200)
  const { totpURI: next } = await enable()
  expect((await ask(ola, 'verify-totp', { code: watch.issued('TOTP code', totp(next)) })).status).toBe(200)
}
