import { type Static, type TSchema, Type } from 'typebox'
import type * as contracts from '../../../../contracts/resources.ts'
import {
  Body,
  DryRunOf,
  exampleId,
  Nullable,
  Reference,
  ResourceId,
  Shape,
  Times,
  Timestamp,
  UserData,
  Values,
  type Wire,
} from '../../http/index.ts'
import { AMOUNT_MAX } from '../../kernel/money.ts'
import { iso, isoOrNull } from '../../kernel/time.ts'
import {
  type Contract,
  type ContractEntry,
  type ContractStatus,
  type ContractType,
  type DepositSource,
  LISTED_ENTRIES_MAX,
  type Split,
} from './model.ts'
import { percentOf } from './split.ts'

const Amount = (description: string, options: object = {}) =>
  Type.Integer({ minimum: 0, maximum: AMOUNT_MAX, description, ...options })

export const StatusSchema = Values<ContractStatus>(
  'ContractStatus',
  'Where the contract is. Only the creator can activate it, in Connect.',
  {
    created: 'the creator has not answered yet, and can until `expires_at`',
    active: 'accepted: each eligible deposit is split',
    declined: 'the creator said no',
    terminated: 'deleted by you, or its connection was; deposits are not split any more. Final',
    expired: 'the creator did not answer within 30 days',
  },
)

const TypeSchema = Values<ContractType>('ContractType', 'The kind of contract.', {
  deposit_split: 'a share of each eligible deposit of the creator goes to your operating account',
})

const Source = Values<DepositSource>('DepositSource', 'Where a deposit comes from.', {
  music_distribution: 'a distributor of the creator’s music',
  video_ads: 'advertising beside the creator’s videos',
  live_streaming: 'a live-streaming platform',
})

const Connection = Reference({ description: 'The id of the creator’s connection.', examples: [exampleId('acon')] })

export const ContractCreate = Body('ContractCreate', {
  account_connection: Connection,
  type: TypeSchema,
  deposit_source: Source,
  split_percent_amount: Nullable(
    Type.Number({
      minimum: 0,
      maximum: 100,
      description:
        'Share of each eligible deposit in percent, with up to four decimals; rounded half down to the cent. Either this or `split_fixed_amount_in_cents` must be given, and not both above 0.',
      examples: [12.5],
    }),
  ),
  split_fixed_amount_in_cents: Nullable(
    Amount(
      'The same amount of each eligible deposit, in cents. Either this or `split_percent_amount`; 0 beside a percent counts as unset.',
      { examples: [0] },
    ),
  ),
  split_amount_max_in_cents: Nullable(
    Amount('The most that one deposit is split by, in cents; no limit when absent.', { examples: [50_000] }),
  ),
  deposit_minimum_in_cents: Nullable(Amount('Smaller deposits are not split. 0 when absent.', { examples: [1_000] })),
  deposit_maximum_in_cents: Nullable(
    Amount('Larger deposits are not split. Not below `deposit_minimum_in_cents`; no limit when absent.', {
      examples: [1_000_000],
    }),
  ),
  user_data: Nullable(UserData),
})

export type ContractInput = Wire<typeof ContractCreate, contracts.ContractCreate>

const OrNull = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

export const ContractActivityEntry = Shape('ContractActivityEntry', {
  entry: Type.String({ description: 'What happened, for people.', examples: ['Accepted by the creator'] }),
  date: Timestamp({ description: 'When it happened.' }),
  hidden: Type.Boolean({ description: 'Not shown to the creator.' }),
})

export const ContractSchema = Shape('Contract', {
  id: ResourceId('con', 'The id of the contract.'),
  account_connection: Type.String({
    description: 'The id of the creator’s connection.',
    examples: [exampleId('acon')],
  }),
  type: TypeSchema,
  status: StatusSchema,
  deposit_source: Source,
  deposit_minimum_in_cents: Type.Integer({ description: 'Smaller deposits are not split.', examples: [0] }),
  deposit_maximum_in_cents: OrNull(Type.Integer(), 'Larger deposits are not split. Null: no maximum.'),
  split_percent_amount: Type.Number({ description: 'Share of each deposit in percent; 0 with a fixed amount.' }),
  split_fixed_amount_in_cents: Type.Integer({ description: 'The same amount of each deposit; 0 with a percent.' }),
  split_amount_max_in_cents: OrNull(Type.Integer(), 'The most that one deposit is split by. Null: no maximum.'),
  fee_fixed_amount_in_cents: Type.Integer({ description: 'Always 0: splits cost nothing.' }),
  fee_percent_amount: Type.Number({ description: 'Always 0: splits cost nothing.' }),
  fee_amount_max_in_cents: OrNull(Type.Integer(), 'Always null: splits cost nothing.'),
  activity: Type.Array(ContractActivityEntry, {
    description: `What happened, oldest first. In lists only the last ${LISTED_ENTRIES_MAX} entries; all of them, by pages, at \`/contract/:id/activity\`.`,
  }),
  expires_at: OrNull(
    Timestamp(),
    'Until when the creator can accept; null once accepted, declined or terminated, kept once expired.',
  ),
  agreement_at: OrNull(Timestamp(), 'When the creator accepted; null until then.'),
  agreement_ip: Type.Union([Type.String(), Type.Null()], {
    description: 'The IP address from which the creator accepted; null until then.',
  }),
  deleted_at: OrNull(Timestamp(), 'When it was terminated; null until then.'),
  user_data: Type.Optional(UserData),
  ...Times,
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
  amount_in_cents: Type.Integer({
    minimum: 1,
    maximum: AMOUNT_MAX,
    description: 'The amount of the deposit, in cents.',
    examples: [10_000],
  }),
})

export type DepositInput = Static<typeof DepositInput>

const previewed = {
  account_connection: Type.String({
    description: 'The id of the creator’s connection.',
    examples: [exampleId('acon')],
  }),
  deposit_source: Source,
  amount_in_cents: Type.Integer({ description: 'The amount of the deposit, in cents.', examples: [10_000] }),
}
const taken = {
  contract: Type.String({ description: 'The id of the contract.', examples: [exampleId('con')] }),
  amount_in_cents: Type.Integer({ description: 'What the contract takes, in cents.', examples: [1_250] }),
}
const rest = {
  remaining_in_cents: Type.Integer({ description: 'What the creator keeps of it, in cents.', examples: [8_750] }),
}

export const DepositPreview = Shape('DepositPreview', {
  ...previewed,
  splits: Type.Array(Shape('SplitPreview', taken), {
    description: 'What each contract takes, in the order they were created; those that take nothing are left out.',
  }),
  ...rest,
})

export const DepositSchema = Shape('Deposit', {
  id: ResourceId('dep', 'The id of the deposit.'),
  ...previewed,
  splits: Type.Array(
    Shape('DepositSplit', {
      id: ResourceId('spl', 'The id of the split and of its transfer.'),
      ...taken,
    }),
    { description: 'What each contract took, in the order they were created; those that took nothing are left out.' },
  ),
  ...rest,
  created_at: Timestamp({ description: 'When it arrived.' }),
})

export const SplitSchema = Shape('Split', {
  id: ResourceId('spl', 'The id of the split and of its transfer.'),
  contract: Type.String({ description: 'The id of the contract.', examples: [exampleId('con')] }),
  deposit: Type.String({ description: 'The id of the deposit that was split.', examples: [exampleId('dep')] }),
  deposit_amount_in_cents: Type.Integer({ description: 'The amount of that deposit, in cents.', examples: [10_000] }),
  amount_in_cents: Type.Integer({ description: 'What went to the operating account, in cents.', examples: [1_250] }),
  created_at: Timestamp({ description: 'When it was split.' }),
})

export const viewSplit = (split: Split): Static<typeof SplitSchema> => ({
  id: split.id,
  contract: split.contract,
  deposit: split.deposit,
  deposit_amount_in_cents: split.deposit_amount_in_cents,
  amount_in_cents: split.amount_in_cents,
  created_at: iso(split.created_at),
})
