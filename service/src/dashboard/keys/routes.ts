import { Type } from 'typebox'
import type { ApiKey, ApiKeyChange, ApiKeyCreated, ApiKeyRequest } from '../../../../contracts/dashboard/developers.ts'
import type { WholeList } from '../../../../contracts/lists.ts'
import { type Api, Closed, callerOf, OneOf, Text } from '../../http/index.ts'
import type { Environment } from '../../kernel/environment.ts'
import { problem } from '../../kernel/errors.ts'
import { iso, isoOrNull } from '../../kernel/time.ts'
import type { Database } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { makerOf } from '../../resources/approvals/index.ts'
import {
  changeKey,
  insertKey,
  type KeySummary,
  listKeys,
  NETWORKS_MAX,
  planKeyChange,
  prepareKey,
  type RestrictionsInput,
  revokeOwnKey,
  SCOPES,
  type Scope,
} from '../../tenants/index.ts'
import { record } from '../audit-log/chain.ts'
import { auditEntry } from '../door/actor.ts'
import { environmentIn } from '../door/guard.ts'
import { personName, personOf } from '../door/person.ts'
import { tellAdmins } from '../people/index.ts'
import { askForChange, askForKey } from './approved.ts'

export interface KeyDeps {
  readonly database: Database
  readonly vault: Vault
}

const restrictionsOf = ({ scopes, expires_at, allowed_networks }: KeySummary) => ({
  scopes,
  expires_at: isoOrNull(expires_at),
  allowed_networks,
})

const view = (key: KeySummary): ApiKey => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  created_at: iso(key.created_at),
  last_used_at: isoOrNull(key.last_used_at),
  last_used_from: key.last_used_from,
  ...restrictionsOf(key),
  expired: key.expired,
  revoked_at: isoOrNull(key.revoked_at),
  sent_in_plain_text_at: isoOrNull(key.flagged_at),
})

const notFound = () => problem('not_found', 'There is no key with this id.')

const NETWORK_TEXT_MAX = 64

/** Each is null, or absent, for no limit; a change leaves what is absent as it is. */
const Restrictions = {
  scopes: Type.Optional(
    Type.Unsafe<Scope[] | null>({
      type: ['array', 'null'],
      items: OneOf(Object.keys(SCOPES)),
      minItems: 1,
      maxItems: 50,
    }),
  ),
  expires_at: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' })),
  allowed_networks: Type.Optional(
    Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: Type.String({ maxLength: NETWORK_TEXT_MAX }),
      minItems: 1,
      maxItems: NETWORKS_MAX,
    }),
  ),
}

const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** The named restrictions alone, so that a change leaves the others as they are. */
const restrictionsIn = ({ scopes, expires_at, allowed_networks }: ApiKeyChange): RestrictionsInput => ({
  ...(scopes === undefined ? {} : { scopes }),
  ...(expires_at === undefined ? {} : { expires_at: momentOf(expires_at) }),
  ...(allowed_networks === undefined ? {} : { allowed_networks }),
})

/** A limit that is absent is none: the audit log holds those that are there. */
const namedOnly = (restrictions: ReturnType<typeof restrictionsOf>) =>
  Object.fromEntries(Object.entries(restrictions).filter(([, value]) => value !== null))

const InEnvironment = { environment: Type.String() }

export function keyRoutes(api: Api, deps: KeyDeps): void {
  listRoute(api, deps)
  createRoute(api, deps)
  changeRoute(api, deps)
  revokeRoute(api, deps)
}

function listRoute(api: Api, { database }: KeyDeps): void {
  api.get(
    '/:environment/keys',
    { config: { action: 'keys.read' }, schema: { hide: true, params: Closed(InEnvironment) } },
    async (request): Promise<WholeList<ApiKey>> => {
      const environment = environmentIn(request)
      const keys = await listKeys(database.sql, personOf(request).enterprise.id)
      return { data: keys.filter((key) => key.environment === environment).map(view) }
    },
  )
}

function createRoute(api: Api, { database, vault }: KeyDeps): void {
  api.post(
    '/:environment/keys',
    {
      config: { action: 'keys.create' },
      schema: { hide: true, params: Closed(InEnvironment), body: Closed({ name: Text(100), ...Restrictions }) },
    },
    async (request, reply): Promise<ApiKeyCreated> => {
      const { name, ...limits }: ApiKeyRequest = request.body
      const environment = environmentIn(request) as Environment
      const made = await database.transaction(async (tx) => {
        const caller = callerOf(request)
        const { key, row: made } = await prepareKey(tx, caller.tenant, environment, name, restrictionsIn(limits))
        const row = { ...made, made_by: personOf(request).id }
        const approval = await askForKey(tx, row, makerOf(caller))
        if (!approval) await insertKey(tx, row)
        const details = { name, ...limits, ...(approval ? { approval: approval.id } : {}) }
        await record(tx, vault, auditEntry(request, 'keys.create', { subject: row.id, details }))
        const person = personOf(request)
        const rows = [
          ['Key', name],
          ['Environment', environment],
          ['Made by', personName(person)],
        ] as const
        const notice = { event: 'key_created', rows, environment, concerned: [person] } as const
        await tellAdmins(tx, vault, person.enterprise.id, notice)
        return { id: row.id, name, key, ...(approval ? { approval } : {}) }
      })
      reply.code(201)
      // The only time that it is shown.
      return made
    },
  )
}

function changeRoute(api: Api, { database, vault }: KeyDeps): void {
  api.put(
    '/:environment/keys/:id',
    {
      config: { action: 'keys.change' },
      schema: {
        hide: true,
        params: Closed({ ...InEnvironment, id: Type.String() }),
        body: Closed({ name: Type.Optional(Text(100)), ...Restrictions }),
      },
    },
    (request): Promise<ApiKey> => {
      const change: ApiKeyChange = request.body
      const { id } = request.params
      return database.transaction(async (tx) => {
        const caller = callerOf(request)
        const wanted = { ...(change.name === undefined ? {} : { name: change.name }), ...restrictionsIn(change) }
        const planned = await planKeyChange(tx, caller.tenant, id, wanted)
        if (!planned) throw notFound()
        const approval = await askForChange(tx, caller.tenant, id, wanted, makerOf(caller))
        if (!approval) await changeKey(tx, caller.tenant, id, wanted)
        const { before, after } = planned
        const details = {
          before: { name: before.name, ...namedOnly(restrictionsOf(before)) },
          after: { name: after.name, ...namedOnly(restrictionsOf(after)) },
          ...(approval ? { approval: approval.id } : {}),
        }
        await record(tx, vault, auditEntry(request, 'keys.change', { subject: id, details }))
        return approval ? { ...view(before), approval } : view(after)
      })
    },
  )
}

function revokeRoute(api: Api, { database, vault }: KeyDeps): void {
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
        if (!revoked) throw notFound()
        await record(tx, vault, auditEntry(request, 'keys.revoke', { subject: id }))
      })
      return { id, revoked: true }
    },
  )
}
