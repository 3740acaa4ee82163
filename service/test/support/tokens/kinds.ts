import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { newPasswordLink } from '../../../src/dashboard/index.ts'
import type { Environment } from '../../../src/kernel/environment.ts'
import type { TenantId } from '../../../src/kernel/ids.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { hashToken, newToken } from '../../../src/platform/tokens.ts'
import { productionBank, requireTenant } from '../../../src/tenants/index.ts'
import type { Client } from '../client.ts'
import { inviteTo, linkTo, startedTab } from '../connect.ts'
import { type Mailbox, partsOf } from '../mailbox.ts'
import { newOperator, operating } from '../operators.ts'
import { connected, invited } from '../payouts.ts'
import { type Browser, createBrowser, enrolled, newPerson, PASSWORD, signIn } from '../people.ts'
import { bought } from '../purchases.ts'
import type { RunningService } from '../service.ts'
import { totp } from '../totp.ts'
import { vault } from '../vault.ts'

export interface Token {
  readonly value: string
  /** The answer to the prompt of an invite. */
  readonly answer?: string
  /** The code of the second factor, as of now. */
  readonly code?: () => string
}

/** An enterprise of a running service, at one environment. */
export interface Maker {
  readonly running: RunningService
  readonly mailbox: Mailbox
  readonly enterprise: string
  readonly environment: Environment
  readonly client: Client
  readonly key: string
  readonly root: string
}

type Make = (maker: Maker) => Promise<Token>

const lastPart = (url: string): string => new URL(url).pathname.split('/').at(-1) as string

const tenantOf = ({ running, enterprise, environment }: Maker): Promise<TenantId> =>
  running.database.transaction((tx) => requireTenant(tx, enterprise, environment))

async function buyer({ client }: Maker): Promise<{ id: string; payment_method_embed_url: string }> {
  const made = await client.post('/buyer', { payment_instrument_id: 'pi_sandbox_visa' })
  expect(made.status, made.text).toBe(201)
  return made.body
}

/** Tokens that version 0.1 sealed: they name no environment. */
const sealedBy01 = (row: string, contents: unknown[]): string =>
  vault.seal({ tenant: 0 as TenantId, row, field: 'url' }, JSON.stringify(contents)).toString('base64url')

async function creatorSession(maker: Maker): Promise<Token> {
  const { running, environment } = maker
  const value = newToken()
  const creator = await creatorIn(maker)
  await running.database.sql`
    insert into creator_sessions (tenant_id, id, creator_id, token_hash, second_factor, expires_at)
    select tenant_id, ${newId('creatorSession')}, id, ${hashToken(value)}, true, clock_timestamp() + interval '1 hour'
    from creators where id = ${creator} and tenant_id in (select id from tenants where environment = ${environment})`
  return { value }
}

/** A creator of the sandbox who has been through Connect; for production, the same row in the book of its bank. */
async function creatorIn({ running, environment, enterprise }: Maker): Promise<string> {
  const { database } = running
  const { sandbox } = await running.enterprise(`${enterprise} ${environment}`)
  const connection = await connected(sandbox, 'direct', { email: `${randomUUID()}@example.com` })
  const [row] = await database.sql<{ creator_id: string }[]>`
    select creator_id from account_connections where id = ${connection}`
  const id = row?.creator_id as string
  if (environment === 'production') {
    const bank = await database.transaction((tx) => productionBank(tx))
    await database.sql`
      insert into creators select (jsonb_populate_record(creator, jsonb_build_object('tenant_id', ${bank}::int))).*
      from creators creator where id = ${id}`
  }
  return id
}

async function creatorReset(maker: Maker): Promise<Token> {
  const { running, environment } = maker
  const value = newToken()
  const creator = await creatorIn(maker)
  await running.database.sql`
    insert into creator_resets (tenant_id, token_hash, creator_id, email, expires_at)
    select tenant_id, ${hashToken(value)}, id, email, clock_timestamp() + interval '1 hour'
    from creators where id = ${creator} and tenant_id in (select id from tenants where environment = ${environment})`
  return { value }
}

/** The value of the cookie whose name ends so. */
function cookieOf(browser: Browser, name: string): string {
  const found = browser
    .cookies()
    .split('; ')
    .find((one) => one.slice(0, one.indexOf('=')).endsWith(name))
  expect(found, browser.cookies()).toBeDefined()
  return (found as string).slice((found as string).indexOf('=') + 1)
}

const personIn = ({ running, enterprise }: Maker) => newPerson(running, enterprise, 'admin')

async function halfDoneSignIn(maker: Maker): Promise<Token> {
  const { email } = await personIn(maker)
  const { totpURI } = await enrolled(await signIn(maker.root, email))
  const browser = createBrowser(maker.root)
  const asked = await browser.post('/dashboard/auth/sign-in/email', { email, password: PASSWORD })
  expect(asked.body).toMatchObject({ twoFactorRedirect: true })
  // The code of the next half minute: the one of now was used to enrol.
  return { value: cookieOf(browser, 'two_factor'), code: () => totp(totpURI, Date.now() + 30_000) }
}

async function passwordReset(maker: Maker): Promise<Token> {
  const { email } = await personIn(maker)
  const asked = await createBrowser(maker.root).post('/dashboard/auth/request-password-reset', { email })
  expect(asked.status, asked.text).toBe(200)
  const mail = () => maker.mailbox.mails.find(({ to }) => to.includes(email))
  await expect.poll(mail).toBeDefined()
  const [, value = ''] = /reset-password\?token=([A-Za-z0-9_-]+)/.exec(partsOf(mail()?.raw ?? '')) ?? []
  return { value }
}

async function invitation(maker: Maker): Promise<{ token: string; email: string }> {
  const admin = await signIn(maker.root, (await personIn(maker)).email)
  const email = `${randomUUID()}@people.example`
  const made = await admin.post('/dashboard/api/invitations', { email, role: 'viewer' })
  expect(made.status, made.text).toBe(201)
  const mail = () => maker.mailbox.mails.find(({ to }) => to.includes(email))
  await expect.poll(mail).toBeDefined()
  const [, token = ''] = /\/dashboard\/invitation\/([A-Za-z0-9_-]+)/.exec(partsOf(mail()?.raw ?? '')) ?? []
  return { token, email }
}

/** How each kind of token is made. Those of 0.1 are in use until they expire, and receipts for ever. */
export const KINDS: Record<string, Make> = {
  'API key': async ({ key }) => ({ value: key }),
  'card form': async (maker) => ({ value: lastPart((await buyer(maker)).payment_method_embed_url) }),
  'card form of 0.1': async (maker) => {
    const { id } = await buyer(maker)
    return { value: sealedBy01('card form', [await tenantOf(maker), id, Date.now() + 600_000]) }
  },
  receipt: async (maker) => {
    const { receipt_pdf_url } = await bought(maker.client, (await buyer(maker)).id)
    return { value: lastPart(receipt_pdf_url) }
  },
  'receipt of 0.1': async (maker) => {
    const { id } = await bought(maker.client, (await buyer(maker)).id)
    return { value: sealedBy01('receipt', [await tenantOf(maker), id]) }
  },
  'Connect link': async ({ client }) => ({ value: lastPart(await linkTo(client, await invited(client))) }),
  'Connect invite': async ({ client }) => {
    const connection = await invited(client, { verification_answer: 'herons' })
    return { value: lastPart(await inviteTo(client, connection, { send_email: false })), answer: 'herons' }
  },
  'Connect session': async ({ client }) => {
    const tab = await startedTab(client, await invited(client))
    return { value: tab.session() }
  },
  'creator session': creatorSession,
  "creator's password reset": creatorReset,
  'person session': async (maker) => ({
    value: cookieOf(await signIn(maker.root, (await personIn(maker)).email), 'session_token'),
  }),
  'half-done sign-in': halfDoneSignIn,
  'password reset': passwordReset,
  'operator session': async ({ running, root }) => ({
    value: cookieOf(await operating(running, 'admin', { root }), 'session_token'),
  }),
  "operator's half-done sign-in": async ({ running, root }) => {
    const { email, code } = await operating(running, 'admin', { root })
    const browser = createBrowser(root)
    const answer = await browser.post('/operator/auth/sign-in/email', { email, password: PASSWORD })
    expect(answer.body.twoFactorRedirect).toBe(true)
    return { value: cookieOf(browser, 'two_factor'), code }
  },
  "operator's link": async ({ running, environment, root }) => {
    const { email } = await newOperator(running, 'admin')
    const made = await running.database.transaction((tx) => newPasswordLink(tx, email, { environment, root }))
    return { value: new URL(made.link).searchParams.get('token') ?? '' }
  },
  invitation: async (maker) => ({ value: (await invitation(maker)).token }),
  'invitation of 0.1': async (maker) => {
    const { token, email } = await invitation(maker)
    await maker.running.database.sql`update invitations set token_hash = ${hashToken(token)} where email = ${email}`
    return { value: token }
  },
}

/** Made by version 0.1 and bound to no environment; good for a week after the upgrade. */
export const OF_ANY_ENVIRONMENT: readonly string[] = ['invitation of 0.1']
