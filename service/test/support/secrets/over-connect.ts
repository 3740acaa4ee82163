import { expect } from 'vitest'
import { newToken } from '../../../src/platform/tokens.ts'
import {
  APPLICANT,
  BANK,
  CREDIT,
  go,
  inviteTo,
  newEmail,
  openHome,
  openTab,
  proveLogin,
  startedTab,
  type Tab,
} from '../connect.ts'
import { invited } from '../payouts.ts'
import { lastPart, sealedFacts } from '../sealed-messages.ts'
import { ACCOUNT } from '../withdrawals.ts'
import { mailedTo, type World } from './world.ts'

/** Mail goes out to such an address, also of the sandbox. */
export const INVITED = 'invited+sandbox@example.com'

/** What creators send and are given. */
export async function overConnect(world: World): Promise<void> {
  await invites(world)
  await bankAccount(world)
  await account(world)
  await verification(world)
  await inProduction(world)
}

async function invites({ running, sandbox, watch }: World): Promise<void> {
  const answer = watch.plant('text')
  const connection = await invited(sandbox, { email: INVITED, verification_answer: answer })
  const tab = openTab(await inviteTo(sandbox, connection))
  watch.issued('Connect invite', tab.token)
  await fetch(tab.url)
  expect((await tab.open()).status).toBe(200)
  expect((await tab.start(watch.plant('text'))).status).toBe(400)
  const started = await tab.start(answer)
  expect(started.status, started.text).toBe(201)
  watch.issued('Connect session', started.body.session)
  // The invite is used now, and its creator may ask for another.
  const renewed = await fetch(`${running.roots.sandbox}/connect/api/renew`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: tab.token }),
  })
  expect(renewed.status).toBe(202)
  await openTab(`${running.roots.sandbox}/connect/${newToken()}`).open()
}

async function bankAccount({ sandbox, watch }: World): Promise<void> {
  const ach = await startedTab(sandbox, await invited(sandbox))
  await go(ach, 'welcome', {}, 'method')
  await go(ach, 'method', { method: 'ach' }, 'bank')
  const bank = { ...BANK, account_number: watch.plant('account'), ssn: watch.plant('ssn') }
  await go(ach, 'bank', bank, 'review')
  await go(ach, 'back', {}, 'bank')
  await go(ach, 'bank', bank, 'review')
  await go(ach, 'grant', CREDIT, 'done')
}

async function atSignIn({ sandbox }: World): Promise<Tab> {
  const tab = await startedTab(sandbox, await invited(sandbox))
  await go(tab, 'welcome', {}, 'method')
  await go(tab, 'method', { method: 'direct' }, 'sign_in')
  return tab
}

async function account(world: World): Promise<void> {
  const { running, watch } = world
  const email = newEmail()
  const password = watch.plant('text')
  const direct = await atSignIn(world)
  expect((await direct.post('sign-in', { email, password: watch.plant('text') })).status).toBe(400)
  await proveLogin(direct, 'mobile', { email, password }, watch.plant('code'))
  await go(direct, 'mobile', { mobile: '(202) 555-0123' }, 'code')
  await go(direct, 'code', { code: '000000' }, 'application')
  const applicant = { ...APPLICANT, ssn: watch.plant('ssn'), date_of_birth: watch.plant('birthday') }
  await go(direct, 'application', applicant, 'review')
  await go(direct, 'grant', CREDIT, 'done')
  await go(await atSignIn(world), 'sign-in', { email, password }, 'code')
  const home = openHome(running.roots.sandbox)
  expect((await home.post('sign-in', { email, password: watch.plant('text') })).status).toBe(400)
  await home.post('sign-in', { email, password })
  await home.post('code', { code: '000000' })
  expect((await home.get('home')).status).toBe(200)
  watch.issued("creator's session", home.cookie().split('=')[1])
  const { street_line_1, city, state_abbreviation, postal_code } = APPLICANT
  const moved = await home.post('address', { street_line_1, city, state_abbreviation, postal_code, password })
  expect(moved.status, moved.text).toBe(200)
  expect((await home.post('passkeys/options', { password })).status).toBe(200)
  const own = { ...ACCOUNT, account_number: watch.plant('account'), password }
  expect((await home.post('bank-account', own)).status).toBe(200)
  expect((await home.post('numbers/code', {})).status).toBe(200)
  expect((await home.post('numbers', { code: watch.plant('code') })).status).toBe(200)
  expect((await home.post('close', { password: watch.plant('text') })).status).toBe(400)
  // What it holds is withdrawn first, to an account that needs no proof.
  const { sample } = (await home.get('money')).body
  expect((await home.post('bank-account', { ...sample, password })).status).toBe(200)
  const closed = await home.post('close', { password })
  expect(closed.status, closed.text).toBe(200)
}

async function verification({ running, watch }: World): Promise<void> {
  const other = await running.enterprise('Careful')
  await running.database.sql`update tenants set creator_verification_required = true where enterprise_id = ${other.id}`
  const tab = await startedTab(other.sandbox, await invited(other.sandbox))
  await go(tab, 'welcome', {}, 'method')
  await go(tab, 'method', { method: 'wallet' }, 'sign_in')
  await proveLogin(tab, 'mobile', { email: newEmail(), password: watch.plant('text') })
  await go(tab, 'mobile', { mobile: '(202) 555-0123' }, 'code')
  await go(tab, 'code', { code: '000000' }, 'verification')
  const { first_name, last_name } = APPLICANT
  const date_of_birth = watch.plant('birthday')
  const verified = await tab.post('verification', { first_name, last_name, date_of_birth, ssn: watch.plant('ssn') })
  expect(verified.status, verified.text).toBe(200)
}

/** The creator who has a login in production. */
export const CREATOR = 'creator.of.secrets@example.com'

/** There the codes are real. */
async function inProduction(world: World): Promise<void> {
  const { running, production, watch } = world
  const tab = await startedTab(production, await invited(production))
  const [password, mobile] = [watch.plant('text'), '+12025550124']
  const sentCode = async () => watch.issued('sign-in code', (await sealedFacts(running, 'sign_in_code', mobile)).code)
  await go(tab, 'welcome', {}, 'method')
  await go(tab, 'method', { method: 'wallet' }, 'sign_in')
  await go(tab, 'login', { email: CREATOR, password }, 'email_code')
  expect((await tab.post('email-code', { code: watch.plant('code') })).status).toBe(400)
  const emailCode = await mailedTo(world, CREATOR, /Code:\s+(\d{6})/)
  // Not planted: it stands in the mail that it is.
  await go(tab, 'email-code', { code: emailCode }, 'mobile')
  await go(tab, 'mobile', { mobile }, 'code')
  expect((await tab.post('code', { code: watch.plant('code') })).status).toBe(400)
  const confirmed = await tab.post('code', { code: await sentCode() })
  expect(confirmed.status, confirmed.text).toBe(200)
  const home = openHome(running.roots.production)
  await home.post('sign-in', { email: CREATOR, password })
  expect((await home.post('code', { code: watch.plant('code') })).status).toBe(400)
  const signedIn = await home.post('code', { code: await sentCode() })
  expect(signedIn.status, signedIn.text).toBe(200)
  watch.issued("creator's session", home.cookie().split('=')[1])
  const replaced = await forgotten(world, sentCode)
  // And a code that waits to be given.
  await openHome(running.roots.production).post('sign-in', { email: CREATOR, password: replaced })
  await sentCode()
  await changes(world, replaced)
}

/** A password that is chosen by the mailed link. */
async function forgotten(world: World, sentCode: () => Promise<string>): Promise<string> {
  const { running, watch } = world
  const home = openHome(running.roots.production)
  expect((await home.post('password/forgot', { email: CREATOR })).status).toBe(200)
  const url = await mailedTo(world, CREATOR, /(http\S+\/account\/reset\/[\w-]+)/)
  const token = watch.issued("creator's reset token", lastPart(url))
  await fetch(url)
  const password = watch.plant('text')
  expect((await home.post('password/reset', { token, password })).status).toBe(200)
  expect((await home.post('code', { code: await sentCode() })).status).toBe(200)
  watch.issued("creator's session", home.cookie().split('=')[1])
  return password
}

async function changes(world: World, password: string): Promise<void> {
  const { running, watch } = world
  const home = openHome(running.roots.production)
  await home.post('sign-in', { email: CREATOR, password })
  const [before, mobile] = ['+12025550124', '+12025550125']
  const code = async (to: string) => watch.issued('sign-in code', (await sealedFacts(running, 'sign_in_code', to)).code)
  await home.post('code', { code: await code(before) })
  const changed = { kind: 'mobile', value: mobile }
  expect((await home.post('change', { ...changed, password: watch.plant('text') })).status).toBe(400)
  expect((await home.post('change', { ...changed, password })).status).toBe(200)
  expect((await home.post('change/code', { code: watch.plant('code') })).status).toBe(400)
  expect((await home.post('change/code', { code: await code(mobile) })).status).toBe(200)
  const next = watch.plant('text')
  expect((await home.post('password', { password, new_password: next })).status).toBe(200)
}
