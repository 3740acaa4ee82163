import { randomInt } from 'node:crypto'
import { Type } from 'typebox'
import { type Api, Body, type Commands, Described, exampleId, OneOf, Reference, Timestamp } from '../http/index.ts'
import type { TenantId } from '../kernel/ids.ts'
import type { Tx } from '../platform/database.ts'
import {
  type CONNECTION_TYPES,
  type ConnectionDeps,
  ConnectionSchema,
  ConnectionTypeSchema,
  changePermissions,
  completeConnect,
  connectionNotFound,
  describeConnection,
  type GivenPermission,
  lockConnection,
  PERMISSIONS,
  requireGivable,
  standingGrants,
} from '../resources/account-connections/index.ts'
import { tenantNow } from '../tenants/index.ts'

const tags = ['Sandbox']

export interface CreatorSimulationDeps extends ConnectionDeps {
  readonly commands: Commands
}

export function creatorSimulationRoutes(api: Api, deps: CreatorSimulationDeps): void {
  simulateConnect(api, deps)
  simulatePermissions(api, deps)
}

/** The bank account of a simulated creator who chooses `ach`. */
const SAMPLE_BANK = {
  name_on_account: 'Alice Alison',
  account_number: '000123456789',
  routing_number: '021000021',
  account_type: 'checking',
} as const

/** A number that no one has: area code 555. */
const sampleMobile = (): string => `+1555${String(randomInt(10 ** 7)).padStart(7, '0')}`

const Given = Body('SandboxGrant', {
  name: OneOf(PERMISSIONS, {
    description:
      'A permission that the connection requests, each at most once; `payment.debit` only with the method `direct`. Else 400.',
  }),
  expires_at: Type.Optional(
    Timestamp({
      description:
        'Until when it is granted, by the clock of the sandbox; a moment to come, else 400. Without it, for good.',
    }),
  ),
})

const Connect = Body('SandboxConnect', {
  account_connection: Reference({
    description: 'The id of the connection whose creator acts.',
    examples: [exampleId('acon')],
  }),
  type: Described(ConnectionTypeSchema, 'The payout method that the creator chooses.'),
  outcome: Type.Optional(
    OneOf(['approved', 'review', 'rejected'], {
      default: 'approved',
      description:
        'How the identity check ends. `approved`: the connection is `active`. `review`: it stays `pending` until a second call decides. `rejected`: it is `created` again.',
    }),
  ),
  permissions: Type.Optional(
    Type.Array(Given, {
      minItems: 1,
      maxItems: PERMISSIONS.length,
      description: 'What the creator grants; every requested permission, for good, when absent.',
      examples: [[{ name: 'payment.credit' }]],
    }),
  ),
})

function simulateConnect(api: Api, deps: CreatorSimulationDeps): void {
  api.post(
    '/sandbox/connect',
    {
      config: { problems: ['not_found', 'invalid_state'] },
      schema: {
        operationId: 'simulateConnect',
        tags,
        summary: 'Do what a creator does in Connect',
        description:
          'Without a browser: chooses a payout method, passes the identity check or does not, and grants everything requested, or what `permissions` says. `review` leaves the connection `pending`; calling again decides. On an active connection `approved` changes the method; `review` and `rejected` are 409 `invalid_state`, as is any call on a deleted one, `ach` or `wallet` where `payment.debit` is requested, and `ach` where it is switched off.',
        body: Connect,
        response: { 200: ConnectionSchema },
      },
    },
    (request, reply) =>
      deps.commands(request, reply, async (tx, tenant) => {
        const { account_connection: id, type, outcome = 'approved', permissions } = request.body
        if (permissions) await requireRequested(tx, tenant, id, type, permissions)
        const result = { type, outcome, sampleBank: SAMPLE_BANK, mobile: sampleMobile() }
        const row = await completeConnect(tx, tenant, id, { ...result, ...(permissions && { permissions }) }, deps)
        return { status: 200, body: await describeConnection(tx, tenant, row) }
      }),
  )
}

async function requireRequested(
  tx: Tx,
  tenant: TenantId,
  id: string,
  type: (typeof CONNECTION_TYPES)[number],
  permissions: readonly GivenPermission[],
): Promise<void> {
  const row = await lockConnection(tx, tenant, id)
  if (!row) throw connectionNotFound()
  requireGivable(permissions, row.requested_permissions, type, await tenantNow(tx, tenant))
}

const Permissions = Body('SandboxPermissions', {
  account_connection: Reference({
    description: 'The id of an active connection.',
    examples: [exampleId('acon')],
  }),
  permissions: Type.Array(Given, {
    maxItems: PERMISSIONS.length,
    description:
      'All that the creator grants from now on. What is not among them is withdrawn; `[]` withdraws everything.',
    examples: [[]],
  }),
})

function simulatePermissions(api: Api, deps: CreatorSimulationDeps): void {
  api.post(
    '/sandbox/permissions',
    {
      config: { problems: ['not_found', 'invalid_state'] },
      schema: {
        operationId: 'simulatePermissions',
        tags,
        summary: 'Grant or withdraw permissions as the creator',
        description:
          'What the creator of an active connection does in Connect’s edit mode: grants fewer permissions, more of those requested, or until another date.',
        body: Permissions,
        response: { 200: ConnectionSchema },
      },
    },
    (request, reply) =>
      deps.commands(request, reply, async (tx, tenant) => {
        const { account_connection: id, permissions } = request.body
        const row = await lockConnection(tx, tenant, id)
        if (!row) throw connectionNotFound()
        const now = await tenantNow(tx, tenant)
        const held = standingGrants(row, now).map(({ name }) => name)
        requireGivable(permissions, [...row.requested_permissions, ...held], row.type, now)
        const changed = await changePermissions(tx, tenant, id, permissions, deps)
        return { status: 200, body: await describeConnection(tx, tenant, changed) }
      }),
  )
}
