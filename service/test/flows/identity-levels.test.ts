import { beforeAll, describe, expect, it } from 'vitest'
import type { SettingName } from '../../src/tenants/index.ts'
import type { Client } from '../support/client.ts'
import { APPLICANT, BANK, CREDIT, go, newLogin, startedTab, type Tab } from '../support/connect.ts'
import { runOperator } from '../support/operator.ts'
import { operating } from '../support/operators.ts'
import { invited } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let enterprise: string
let client: Client

beforeAll(async () => {
  running = await startService({}, undefined, { role: 'api' })
  const made = await running.enterprise('Identified')
  enterprise = made.id
  client = made.sandbox
})

const set = async (name: SettingName, value: string) =>
  expect(await runOperator(running, 'settings', 'set', enterprise, 'sandbox', `${name}=${value}`)).toMatchObject({
    code: 0,
  })

const statusOf = async (id: string): Promise<string> => (await client.get(`/account-connection/${id}`)).body.status

async function begun(method: 'ach' | 'direct', to: string): Promise<{ tab: Tab; id: string }> {
  const id = await invited(client)
  const tab = await startedTab(client, id)
  await go(tab, 'welcome', {}, 'method')
  await go(tab, 'method', { method }, to)
  return { tab, id }
}

describe('creators with a bank account are identified as the setting says', () => {
  it('none: Connect asks for nothing', async () => {
    await set('identity_ach', 'none')
    const { tab, id } = await begun('ach', 'bank')
    await go(tab, 'bank', BANK, 'review')
    await go(tab, 'grant', CREDIT, 'done')
    expect(await statusOf(id)).toBe('active')
  })

  it('name: the name is checked, and neither date of birth nor number asked for', async () => {
    await set('identity_ach', 'name')
    const { tab, id } = await begun('ach', 'bank')
    const state = await go(tab, 'bank', BANK, 'verification')
    expect(state.verification).toMatchObject({ by_name: true, ssn_needed: false })
    const { first_name, last_name } = APPLICANT
    await go(tab, 'verification', { first_name, last_name }, 'review')
    await go(tab, 'grant', CREDIT, 'done')
    expect(await statusOf(id)).toBe('active')
  })

  it('full: a name alone is refused', async () => {
    await set('identity_ach', 'full')
    const { tab } = await begun('ach', 'bank')
    const state = await go(tab, 'bank', BANK, 'verification')
    expect(state.verification).toMatchObject({ by_name: false })
    const { first_name, last_name, date_of_birth } = APPLICANT
    const refused = await tab.post('verification', { first_name, last_name })
    expect([refused.status, refused.body.errors[0].param]).toEqual([400, 'date_of_birth'])
    await go(tab, 'verification', { first_name, last_name, date_of_birth }, 'review')
    await set('identity_ach', 'default')
  })
})

describe('a social security number', () => {
  const applied = async (changes: object): Promise<string> => {
    const { tab, id } = await begun('direct', 'sign_in')
    await newLogin(tab, 'application')
    await go(tab, 'application', { ...APPLICANT, ...changes }, 'review')
    await go(tab, 'grant', CREDIT, 'done')
    return id
  }

  it('that another person gave leaves the check to an operator, who sees why', async () => {
    const ssn = '666-54-9876'
    expect(await statusOf(await applied({ ssn }))).toBe('active')
    // The same person once more, whatever the case of the name.
    expect(await statusOf(await applied({ ssn, first_name: 'ALICE' }))).toBe('active')
    const id = await applied({ ssn, date_of_birth: '1991-01-31' })
    expect(await statusOf(id)).toBe('pending')
    const reviewer = await operating(running, 'reviewer', { name: 'Rae' })
    const review = await reviewer.get(`/operator/api/identities/sandbox/${enterprise}/${id}`)
    expect(review.body).toMatchObject({ connection: id, shared_ssn: true })
    // Neither the number nor a digest of it is told.
    expect(review.text).not.toContain(ssn)
    const where = { enterprise, environment: 'sandbox', connection: id, reason: 'looked at both' }
    const asked = await reviewer.post('/operator/api/identities/ask', where)
    expect([asked.status, asked.body.code]).toEqual([409, 'invalid_state'])
    const decided = await reviewer.post('/operator/api/identities/decide', { ...where, outcome: 'approved' })
    expect([decided.status, await statusOf(id)]).toEqual([200, 'active'])
  })
})
