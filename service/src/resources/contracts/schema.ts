import { type Static, type TSchema, Type } from 'typebox'
import type * as contracts from '../../../../contracts/resources.ts'
import { Body, DryRunOf, Nullable, OneOf, Reference, Shape, Timestamp, UserData, type Wire } from '../../http/index.ts'
import { AMOUNT_MAX } from '../../kernel/money.ts'
import { iso, isoOrNull } from '../../kernel/time.ts'
import {
  type Contract,
  type ContractEntry,
  DEPOSIT_SOURCES,
  LISTED_ENTRIES_MAX,
  type Split,
  STATUSES,
  TYPES,
} from './model.ts'
import { percentOf } from './split.ts'

const Amount = (description: string, options: object = {}) =>
  Type.Integer({ minimum: 0, maximum: AMOUNT_MAX, description, ...options })
const Connection = Reference({ examples: ['acon_01kk3v9x2qf8m6t4w0c5n7d1ha'] })
const Source = OneOf(DEPOSIT_SOURCES, { description: 'Which deposits are split.' })

export const ContractCreate = Body('ContractCreate', {
  account_connection: Connection,
  type: OneOf(TYPES),
  deposit_source: Source,
  split_percent_amount: Nullable(
    Type.Number({
      minimum: 0,
      maximum: 100,
      description: 'Share of each deposit, with up to four decimals. Either this or `split_fixed_amount_in_cents`.',
      examples: [12.5],
    }),
  ),
  split_fixed_amount_in_cents: Nullable(Amount('The same amount of each deposit.', { examples: [0] })),
  split_amount_max_in_cents: Nullable(Amount('The most that one deposit is split by.', { examples: [50_000] })),
  deposit_minimum_in_cents: Nullable(Amount('Smaller deposits are not split.', { examples: [1_000] })),
  deposit_maximum_in_cents: Nullable(Amount('Larger deposits are not split.', { examples: [1_000_000] })),
  user_data: Nullable(UserData),
})

export type ContractInput = Wire<typeof ContractCreate, contracts.ContractCreate>

const OrNull = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

export const ContractActivityEntry = Shape('ContractActivityEntry', {
  entry: Type.String({ examples: ['Accepted by the creator'] }),
  date: Timestamp(),
  hidden: Type.Boolean({ description: 'Not shown to the creator.' }),
})

export const ContractSchema = Shape('Contract', {
  id: Type.String({ examples: ['con_01kk3v9x2qf8m6t4w0c5n7d1ha'] }),
  account_connection: Type.String(),
  type: OneOf(TYPES),
  status: OneOf(STATUSES),
  deposit_source: OneOf(DEPOSIT_SOURCES),
  deposit_minimum_in_cents: Type.Integer(),
  deposit_maximum_in_cents: OrNull(Type.Integer(), 'Null: no maximum.'),
  split_percent_amount: Type.Number({ description: '0 with a fixed amount.' }),
  split_fixed_amount_in_cents: Type.Integer({ description: '0 with a percent.' }),
  split_amount_max_in_cents: OrNull(Type.Integer(), 'Null: no maximum.'),
  fee_fixed_amount_in_cents: Type.Integer(),
  fee_percent_amount: Type.Number(),
  fee_amount_max_in_cents: OrNull(Type.Integer()),
  activity: Type.Array(ContractActivityEntry, {
    description: `What happened, oldest first. In lists only the last ${LISTED_ENTRIES_MAX} entries; all of them, by pages, at \`/contract/:id/activity\`.`,
  }),
  expires_at: OrNull(
    Timestamp(),
    'Until when the creator can accept; null once accepted, declined or terminated, kept once expired.',
  ),
  agreement_at: OrNull(Timestamp(), 'When the creator accepted.'),
  agreement_ip: Type.Union([Type.String(), Type.Null()], { description: 'From where.' }),
  deleted_at: OrNull(Timestamp(), 'When it was terminated.'),
  user_data: Type.Optional(UserData),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})

export const ContractDryRunSchema = DryRunOf(ContractSchema)

export function viewContract(contract: Contract): Wire<typeof ContractSchema, contracts.Contract> {
  return {
    id: contract.id,
    account_connection: contract.account_connection,
    type: contract.type,
    status: contract.status,
    deposit_source: contract.deposit_source,
    deposit_minimum_in_cents: contract.deposit_minimum_in_cents,
    deposit_maximum_in_cents: contract.deposit_maximum_in_cents,
    split_percent_amount: contract.split_ppm === null ? 0 : percentOf(contract.split_ppm),
    split_fixed_amount_in_cents: contract.split_fixed_amount_in_cents ?? 0,
    split_amount_max_in_cents: contract.split_amount_max_in_cents,
    // Splits cost nothing.
    fee_fixed_amount_in_cents: 0,
    fee_percent_amount: 0,
    fee_amount_max_in_cents: null,
    activity: contract.activity as Static<typeof ContractSchema>['activity'],
    expires_at: isoOrNull(contract.expires_at),
    agreement_at: isoOrNull(contract.agreement_at),
    agreement_ip: contract.agreement_ip,
    deleted_at: isoOrNull(contract.deleted_at),
    ...(contract.user_data === null ? {} : { user_data: contract.user_data }),
    created_at: iso(contract.created_at),
    updated_at: iso(contract.updated_at),
  }
}

export const viewEntry = (entry: ContractEntry): Static<typeof ContractActivityEntry> => ({ ...entry })

/** A contract of a list. A deadline that is computed when read may have added an entry. */
export const viewListed = (contract: Contract): Wire<typeof ContractSchema, contracts.Contract> =>
  viewContract({ ...contract, activity: contract.activity.slice(-LISTED_ENTRIES_MAX) })

/** A deposit to receive or to preview. */
export const DepositInput = Body('DepositCreate', {
  account_connection: Connection,
  deposit_source: Source,
  amount_in_cents: Type.Integer({ minimum: 1, maximum: AMOUNT_MAX, examples: [10_000] }),
})

export type DepositInput = Static<typeof DepositInput>

const previewed = {
  account_connection: Type.String(),
  deposit_source: OneOf(DEPOSIT_SOURCES),
  amount_in_cents: Type.Integer(),
}
const rest = { remaining_in_cents: Type.Integer({ description: 'What the creator keeps of it.' }) }

export const DepositPreview = Shape('DepositPreview', {
  ...previewed,
  splits: Type.Array(Shape('SplitPreview', { contract: Type.String(), amount_in_cents: Type.Integer() }), {
    description: 'What each contract takes, in the order they were created; those that take nothing are left out.',
  }),
  ...rest,
})

export const DepositSchema = Shape('Deposit', {
  id: Type.String({ examples: ['dep_01kk3v9x2qf8m6t4w0c5n7d1ha'] }),
  ...previewed,
  splits: Type.Array(
    Shape('DepositSplit', {
      id: Type.String({
        description: 'Of the split and of its transfer.',
        examples: ['spl_01kk3v9x2qf8m6t4w0c5n7d1ha'],
      }),
      contract: Type.String(),
      amount_in_cents: Type.Integer(),
    }),
  ),
  ...rest,
  created_at: Timestamp(),
})

export const SplitSchema = Shape('Split', {
  id: Type.String({ examples: ['spl_01kk3v9x2qf8m6t4w0c5n7d1ha'] }),
  contract: Type.String(),
  deposit: Type.String({ examples: ['dep_01kk3v9x2qf8m6t4w0c5n7d1ha'] }),
  deposit_amount_in_cents: Type.Integer(),
  amount_in_cents: Type.Integer({ description: 'What went to the operating account.' }),
  created_at: Timestamp(),
})

export const viewSplit = (split: Split): Static<typeof SplitSchema> => ({
  id: split.id,
  contract: split.contract,
  deposit: split.deposit,
  deposit_amount_in_cents: split.deposit_amount_in_cents,
  amount_in_cents: split.amount_in_cents,
  created_at: iso(split.created_at),
})
