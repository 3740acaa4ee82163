import { Type } from 'typebox'
import type { ApiKey, ApiKeyCreated } from '../../../../contracts/dashboard/developers.ts'
import type { WholeList } from '../../../../contracts/lists.ts'
import { type Api, Closed, callerOf, Text } from '../../http/index.ts'
import type { Environment } from '../../kernel/environment.ts'
import { problem } from '../../kernel/errors.ts'
import { iso } from '../../kernel/time.ts'
import type { Database } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { createKey, listKeys, revokeOwnKey } from '../../tenants/index.ts'
import { record } from '../audit-log/chain.ts'
import { auditEntry } from '../door/actor.ts'
import { environmentIn } from '../door/guard.ts'
import { personName, personOf } from '../door/person.ts'
import { tellAdmins } from '../people/index.ts'

export interface KeyDeps {
  readonly database: Database
  readonly vault: Vault
}

type Key = Awaited<ReturnType<typeof listKeys>>[number]

const view = ({ id, name, prefix, created_at, last_used_at, revoked_at, flagged_at }: Key): ApiKey => ({
  id,
  name,
  prefix,
  created_at: iso(created_at),
  last_used_at: last_used_at && iso(last_used_at),
  revoked_at: revoked_at && iso(revoked_at),
  /** When it came over plain HTTP: it should be replaced. */
  sent_in_plain_text_at: flagged_at && iso(flagged_at),
})

const InEnvironment = { environment: Type.String() }

export function keyRoutes(api: Api, { database, vault }: KeyDeps): void {
  api.get(
    '/:environment/keys',
    { config: { action: 'keys.read' }, schema: { hide: true, params: Closed(InEnvironment) } },
    async (request): Promise<WholeList<ApiKey>> => {
      const environment = environmentIn(request)
      const keys = await listKeys(database.sql, personOf(request).enterprise.id)
      return { data: keys.filter((key) => key.environment === environment).map(view) }
    },
  )

  api.post(
    '/:environment/keys',
    {
      config: { action: 'keys.create' },
      schema: { hide: true, params: Closed(InEnvironment), body: Closed({ name: Text(100) }) },
    },
    async (request, reply): Promise<ApiKeyCreated> => {
      const { name } = request.body
      const environment = environmentIn(request) as Environment
      const made = await database.transaction(async (tx) => {
        const key = await createKey(tx, callerOf(request).tenant, environment, name)
        await record(tx, vault, auditEntry(request, 'keys.create', { subject: key.id, details: { name } }))
        const person = personOf(request)
        const rows = [
          ['Key', name],
          ['Environment', environment],
          ['Made by', personName(person)],
        ] as const
        await tellAdmins(tx, vault, person.enterprise, 'key_created', rows, [person])
        return key
      })
      reply.code(201)
      // The only time that it is shown.
      return { id: made.id, name, key: made.key }
    },
  )

  api.delete(
    '/:environment/keys/:id',
    {
      config: { action: 'keys.revoke' },
      schema: { hide: true, params: Closed({ ...InEnvironment, id: Type.String() }) },
    },
    async (request) => {
      const { id } = request.params
      await database.transaction(async (tx) => {
        const revoked = await revokeOwnKey(tx, callerOf(request).tenant, id)
        if (!revoked) throw problem('not_found', 'There is no key with this id.')
        await record(tx, vault, auditEntry(request, 'keys.revoke', { subject: id }))
      })
      return { id, revoked: true }
    },
  )
}
