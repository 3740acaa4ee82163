import { describe, expect, it } from 'vitest'
import { receiveVisitors } from '../support/browser.ts'
import { creator, link, PASSWORD, proposed, screen, see } from '../support/creator.ts'
import { invited } from '../support/payouts.ts'
import { startService } from '../support/service.ts'

const { sandbox } = await startService()
const visitors = receiveVisitors()

const contractOf = async (id: string) => (await sandbox.get(`/contract/${id}`)).body

/** To the screen after the application, with a contract waiting. */
async function reachContract() {
  const email = `contract.${crypto.randomUUID()}@example.com`
  const connection = await invited(sandbox, { email })
  const contract = await proposed(sandbox, connection)
  const page = await visitors.visit()
  await page.goto(await link(sandbox, connection))
  await creator.starts(page)
  await creator.chooses(page, 'Tributary account')
  await creator.createsLogin(page)
  await creator.confirmsEmail(page)
  await creator.givesMobile(page)
  await creator.entersCode(page)
  await creator.applies(page)
  await screen(page, /asks for a share of your deposits$/)
  return { page, connection, contract, email }
}

describe('a contract that waits', () => {
  it('is explained with an example in dollars, and accepted with time and address', async () => {
    const { page, contract } = await reachContract()
    await see(page.getByText('20% of each deposit, at most $50.00')).toBeVisible()
    await see(page.getByText('Of $10.00 or more')).toBeVisible()
    await see(page.getByText(/For example, \$[\d,.]+ arrives/)).toBeVisible()
    await see(page.getByText('You keep')).toBeVisible()
    await page.getByRole('button', { name: 'Accept' }).click()
    await screen(page, 'Check and agree')
    expect(await contractOf(contract)).toMatchObject({ status: 'created' })
    await creator.agrees(page)
    await screen(page, 'You are all set')
    expect(await contractOf(contract)).toMatchObject({
      status: 'active',
      agreement_at: expect.stringMatching(/Z$/),
      agreement_ip: '127.0.0.1',
    })
  })

  it('is declined, and the creator is connected all the same', async () => {
    const { page, contract, connection } = await reachContract()
    await page.getByRole('button', { name: 'Decline' }).click()
    await creator.agrees(page)
    await screen(page, 'You are all set')
    expect(await contractOf(contract)).toMatchObject({ status: 'declined' })
    expect((await sandbox.get(`/account-connection/${connection}`)).body).toMatchObject({ status: 'active' })
  })

  it('is put off, and answered later in edit mode', async () => {
    const { page, contract, connection, email } = await reachContract()
    await page.getByRole('button', { name: 'Decide later' }).click()
    await creator.agrees(page)
    await screen(page, 'You are all set')
    expect(await contractOf(contract)).toMatchObject({ status: 'created' })

    const edit = await visitors.visit()
    await edit.goto(await link(sandbox, connection))
    await edit.getByRole('button', { name: 'Continue' }).click()
    await edit.getByRole('button', { name: 'Look at it' }).click()
    await creator.signsIn(edit, email, PASSWORD)
    await creator.entersCode(edit)
    await screen(edit, /asks for a share of your deposits$/)
    await edit.getByRole('button', { name: 'Accept' }).click()
    await see(edit.getByRole('heading', { name: 'How you are paid' })).toBeVisible()
    await see(edit.getByText('An agreement waits')).toHaveCount(0)
    expect(await contractOf(contract)).toMatchObject({ status: 'active' })
  })

  it('cannot be accepted with a bank account, and the screen says why', async () => {
    const connection = await invited(sandbox)
    await proposed(sandbox, connection)
    const page = await visitors.visit()
    await page.goto(await link(sandbox, connection))
    await creator.starts(page)
    await creator.chooses(page, 'Bank account')
    await creator.entersBank(page)
    await screen(page, /asks for a share of your deposits$/)
    await see(page.getByText('To accept, go back and choose a Tributary account')).toBeVisible()
    await see(page.getByRole('button', { name: 'Accept' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Decline' }).click()
    await screen(page, 'Check and agree')
  })
})
