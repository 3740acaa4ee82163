import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asked, pair, readP2p, WRONG } from '../support/p2p.ts'
import { signedIn } from '../support/people.ts'
import { startService } from '../support/service.ts'

const service = await startService()

/** What nobody catches ends the process: here it is caught, to be told by the test that is about it. */
const uncaught: unknown[] = []
const onUncaught = (error: unknown): void => void uncaught.push(error)
beforeAll(() => void process.on('unhandledRejection', onUncaught))
afterAll(() => void process.off('unhandledRejection', onUncaught))

describe('what the API refuses somebody at the dashboard', () => {
  it('is said once, with its reason, and written down once, also when the refusal itself is remembered', async () => {
    const { id: enterprise, sandbox } = await service.enterprise('Refused')
    const person = await signedIn(service, enterprise, 'admin')
    const { id } = await asked(sandbox, await pair(sandbox))
    const path = `/dashboard/api/sandbox/v1/p2p/${id}/commit`
    const answer = await person.post(path, { code: WRONG }, { 'idempotency-key': 'first' })
    expect(answer).toMatchObject({ status: expect.any(Number), body: { code: expect.any(String) } })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await readP2p(sandbox, id)).toMatchObject({ status: 'created', failed_commits: 1 })

    const again = await person.post(path, { code: WRONG }, { 'idempotency-key': 'first' })
    expect(again.text).toBe(answer.text)

    const { body } = await person.get('/dashboard/api/audit-log')
    const actions = body.data.map(({ action }: { action: string }) => action)
    expect(actions.filter((action: string) => action.endsWith('.refused'))).toHaveLength(2)
    expect(uncaught).toEqual([])
  })
})
