import { type TSchema, Type } from 'typebox'
import { LimitList, ROLES } from '../dashboard/index.ts'
import { Closed, OneOf, Text } from '../http/index.ts'
import { ENVIRONMENTS } from '../kernel/environment.ts'
import { BankAccountFields } from '../resources/account-connections/index.ts'
import { BOOKINGS } from '../resources/bank-files/index.ts'
import { DECISIONS } from '../resources/processor/index.ts'
import { NETWORKS_MAX, SCOPES } from '../tenants/index.ts'
import { type DeedDoor, deedDoor, Reason } from './deed-door.ts'
import { decideApproval } from './deeds/approvals.ts'
import {
  bookEntry,
  bookStatedWire,
  confirmFile,
  nameSource,
  recordBalance,
  resolveEntry,
  retryFile,
  trustSender,
} from './deeds/bank.ts'
import { setBankAccount } from './deeds/bank-accounts.ts'
import { eraseCreator } from './deeds/creators.ts'
import {
  changeFees,
  changeSettings,
  clearApprovalRules,
  createEnterprise,
  decideName,
  resumeEnterprise,
  suspendEnterprise,
} from './deeds/enterprises.ts'
import { setFourEyes } from './deeds/four-eyes.ts'
import { askIdentity, decideIdentity } from './deeds/identities.ts'
import { changeKey, createKey, revokeKey } from './deeds/keys.ts'
import { setLimits } from './deeds/limits.ts'
import { changeRole, removeOperator } from './deeds/operators.ts'
import { addOrigin, removeOrigin } from './deeds/origins.ts'
import { addPerson, makeInvitationLink, replacePassword } from './deeds/people.ts'
import { bookMovement } from './deeds/processor.ts'
import { revealField } from './deeds/reveal.ts'
import { removeDemo, resumePayouts } from './deeds/service.ts'
import { rotateVault } from './deeds/vault.ts'
import { OPERATOR_ROLES } from './roles.ts'

const Email = Type.String({ format: 'email', maxLength: 254 })
const Id = Text(64)
const tenant = { enterprise: Id, environment: OneOf(ENVIRONMENTS) }
const Ordinal = Type.Integer({ minimum: 0, maximum: 999_999_999 })
const CENTS_MAX = 999_999_999_999_999
const orNull = (schema: TSchema) => Type.Optional(Type.Union([schema, Type.Null()]))

const Limits = Type.Object(
  {
    scopes: orNull(Type.Array(OneOf(Object.keys(SCOPES)), { maxItems: 50 })),
    expires_at: orNull(Type.String({ format: 'date-time' })),
    allowed_networks: orNull(Type.Array(Text(64), { maxItems: NETWORKS_MAX })),
  },
  { additionalProperties: false },
)

/** Settings as texts, as the command takes them; each setting reads its own. */
const Settings = Type.Record(Text(64), Type.String({ maxLength: 255 }))

/** Every deed of the console, by address. The operator command that does the same uses the same deed. */
export const DEED_DOORS: readonly DeedDoor[] = [
  deedDoor('/identities/decide', decideIdentity, 'connect decide', {
    ...tenant,
    connection: Id,
    outcome: OneOf(['approved', 'rejected']),
  }),
  deedDoor('/identities/ask', askIdentity, 'connect ask', { ...tenant, connection: Id }),
  // The reason is the review itself, which must be open.
  deedDoor(
    '/identities/reveal',
    revealField,
    undefined,
    { ...tenant, connection: Id, field: Text(64) },
    Type.Optional(Reason),
  ),
  deedDoor('/names/decide', decideName, 'name approve', { enterprise: Id, decision: OneOf(['approve', 'refuse']) }),
  deedDoor('/bank/book', bookEntry, 'ach apply', {
    file: Id,
    ordinal: Ordinal,
    as: Type.Optional(OneOf(BOOKINGS)),
    payout: Type.Optional(Id),
    account: Type.Optional(Text(17)),
  }),
  deedDoor('/bank/wire', bookStatedWire, 'ach wire', {
    direction: OneOf(['in', 'out']),
    account: Text(17),
    amount_in_cents: Type.Integer({ minimum: 1, maximum: CENTS_MAX }),
    reference: Text(64),
    day: Text(10),
  }),
  deedDoor('/bank/trust', trustSender, 'ach trust', { company: Text(10), trusted: Type.Boolean() }),
  deedDoor('/bank/resolve', resolveEntry, 'ach resolve', { file: Id, ordinal: Type.Optional(Ordinal) }),
  deedDoor('/bank/retry', retryFile, 'ach retry', { name: Text(255) }),
  deedDoor('/bank/delivered', confirmFile, 'ach delivered', { name: Text(255) }),
  deedDoor('/bank/balance', recordBalance, 'ach balance', {
    day: Text(10),
    balance_in_cents: Type.Integer({ minimum: -CENTS_MAX, maximum: CENTS_MAX }),
  }),
  deedDoor('/bank/source', nameSource, 'ach source', { company: Text(64), source: Text(64) }),
  deedDoor('/processor/book', bookMovement, 'processor book', { id: Id, as: OneOf(DECISIONS) }),
  deedDoor('/enterprises', createEnterprise, 'enterprise create', { name: Text(255) }),
  deedDoor('/enterprises/settings', changeSettings, 'settings set', { ...tenant, settings: Settings }),
  deedDoor('/enterprises/fees', changeFees, 'settings set', { ...tenant, settings: Settings }),
  deedDoor('/enterprises/suspend', suspendEnterprise, 'enterprise suspend', { ...tenant, because: Text(255) }),
  deedDoor('/enterprises/resume', resumeEnterprise, 'enterprise resume', tenant),
  deedDoor('/enterprises/limits', setLimits, 'limits set', { ...tenant, limits: LimitList }),
  deedDoor('/enterprises/bank-account', setBankAccount, 'bank-account set', {
    ...tenant,
    account: Closed(BankAccountFields),
  }),
  deedDoor('/enterprises/approval-rules/clear', clearApprovalRules, 'approval-rules clear', tenant),
  deedDoor('/enterprises/origins/add', addOrigin, 'embed-origin add', { ...tenant, origin: Text(255) }),
  deedDoor('/enterprises/origins/remove', removeOrigin, 'embed-origin remove', { ...tenant, origin: Text(255) }),
  deedDoor('/enterprises/creators/erase', eraseCreator, 'creator erase', { ...tenant, connection: Id }),
  deedDoor('/enterprises/people', addPerson, 'person add', {
    enterprise: Id,
    email: Email,
    name: Text(100),
    role: OneOf(ROLES),
  }),
  deedDoor('/enterprises/people/invitation-link', makeInvitationLink, 'invitation link', {
    enterprise: Id,
    email: Email,
  }),
  deedDoor('/enterprises/people/password', replacePassword, 'person password', { email: Email }),
  deedDoor('/enterprises/keys', createKey, 'key create', { ...tenant, name: Text(100), limits: Limits }),
  deedDoor('/enterprises/keys/change', changeKey, 'key change', { key: Id, limits: Limits }),
  deedDoor('/enterprises/keys/revoke', revokeKey, 'key revoke', { key: Id }),
  deedDoor('/books/resume', resumePayouts, 'payouts resume', tenant),
  deedDoor('/operators/role', changeRole, 'operator role', { email: Email, role: OneOf(OPERATOR_ROLES) }),
  deedDoor('/operators/remove', removeOperator, 'operator remove', { email: Email }),
  // The reason stands in the decision itself, where it is shown to the operator who asked.
  deedDoor(
    '/approvals/decide',
    decideApproval,
    undefined,
    { approval: Id, decision: OneOf(['approve', 'reject']), why: Type.Optional(Reason) },
    Type.Optional(Reason),
  ),
  deedDoor('/four-eyes', setFourEyes, 'four-eyes set', {
    bank_entry_from_in_cents: Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0, maximum: CENTS_MAX }),
    fees: Type.Boolean(),
    bank_account: Type.Boolean(),
  }),
  deedDoor('/system/demo/remove', removeDemo, 'demo remove', {}),
  deedDoor('/system/vault/rotate', rotateVault, 'vault rotate', {}),
]
