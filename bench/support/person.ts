import { addPerson } from '../../service/src/dashboard/index.ts'
import type { TenantId } from '../../service/src/kernel/ids.ts'
import type { Database } from '../../service/src/platform/database.ts'

/** The person of a benchmark, who signs in to the dashboard. */
export const PERSON = { email: 'bench@people.example', password: 'rivers run to the sea' } as const

export async function seedPerson(database: Database, tenant: TenantId): Promise<void> {
  const [row] = await database.sql<{ id: string }[]>`select enterprise_id as id from tenants where id = ${tenant}`
  const { id: enterprise } = row as { id: string }
  await database.transaction((tx) => addPerson(tx, { enterprise, role: 'admin', name: 'Bench', ...PERSON }))
}

/** Signs the person in where the service listens; answers the cookie of the session. */
export async function signIn(root: string): Promise<string> {
  const answer = await fetch(`${root}/dashboard/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: root },
    body: JSON.stringify(PERSON),
  })
  if (!answer.ok) throw new Error(`the dashboard answered ${answer.status}`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
