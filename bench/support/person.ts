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
