import { Type } from 'typebox'
import type * as contract from '../../../../contracts/dashboard/ledger.ts'
import { Closed, PageQuery, Timestamp, type Wire } from '../../http/index.ts'
import { type Cents, cents } from '../../kernel/money.ts'
import { iso } from '../../kernel/time.ts'
import {
  type AccountTotals,
  BANK_ACCOUNTS,
  type PeriodLine,
  TENANT_ACCOUNTS,
  type TrialLine,
} from '../../ledger/index.ts'

const Day = Type.String({ format: 'date', examples: ['2026-11-15'] })

export const StatementQuery = Closed({
  account: Type.String({ minLength: 1, maxLength: 80, examples: ['operating'] }),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  kind: Type.Optional(
    Type.Unsafe<string[]>({ type: 'array', items: { type: 'string', maxLength: 80 }, minItems: 1, maxItems: 20 }),
  ),
})

export const StatementPageQuery = Closed({ ...StatementQuery.properties, ...PageQuery })

const Pagination = Type.Object({ page: Type.Integer(), page_size: Type.Integer(), total: Type.Integer() })

const totals = {
  debits_in_cents: Type.Integer(),
  credits_in_cents: Type.Integer(),
  balance_in_cents: Type.Integer({ description: 'Credits less debits.' }),
}

export const AccountsSchema = Type.Object({
  accounts: Type.Array(
    Type.Object({ account: Type.String(), name: Type.String(), guarded: Type.Boolean(), ...totals }),
  ),
  pagination: Pagination,
})

export const TrialBalanceSchema = Type.Object({
  debits_in_cents: Type.Integer(),
  credits_in_cents: Type.Integer(),
  difference_in_cents: Type.Integer({ description: 'Nothing, in every book.' }),
  accounts: Type.Array(
    Type.Object({ account: Type.String(), name: Type.String(), accounts: Type.Integer(), ...totals }),
  ),
})

const LineSchema = Type.Object({
  at: Timestamp(),
  kind: Type.String(),
  source_id: Type.String(),
  counterpart: Type.String(),
  amount_in_cents: Type.Integer({ description: 'Positive what came in.' }),
  balance_in_cents: Type.Integer(),
})

export const StatementSchema = Type.Object({
  account: Type.String(),
  name: Type.String(),
  from: Type.Optional(Type.String()),
  to: Type.Optional(Type.String()),
  opening_in_cents: Type.Integer(),
  closing_in_cents: Type.Integer(),
  lines: Type.Array(LineSchema),
  pagination: Pagination,
})

const CHART: Record<string, { readonly holds: string }> = { ...TENANT_ACCOUNTS, ...BANK_ACCOUNTS }

/** The purpose of an account, in words. */
export function nameOf(code: string): string {
  const known = CHART[code]
  if (known) return known.holds
  if (code === 'creators') return "The creators' money, all their accounts together."
  if (code.startsWith('creator:')) return "A creator's money."
  return 'What the enterprise owes its bank, as the bank sees it.'
}

const viewTotals = (debits: Cents, credits: Cents) => ({
  debits_in_cents: debits,
  credits_in_cents: credits,
  balance_in_cents: credits - debits,
})

export const viewAccount = ({ code, guarded, debits, credits }: AccountTotals) => ({
  account: code,
  name: nameOf(code),
  guarded,
  ...viewTotals(debits, credits),
})

export function viewTrialBalance(lines: readonly TrialLine[]): Wire<typeof TrialBalanceSchema, contract.TrialBalance> {
  const debits = cents(lines.reduce((sum, line) => sum + line.debits, 0))
  const credits = cents(lines.reduce((sum, line) => sum + line.credits, 0))
  return {
    debits_in_cents: debits,
    credits_in_cents: credits,
    difference_in_cents: credits - debits,
    accounts: lines.map((line) => ({
      account: line.code,
      name: nameOf(line.code),
      accounts: line.accounts,
      ...viewTotals(line.debits, line.credits),
    })),
  }
}

export const viewLine = (line: PeriodLine): Wire<typeof LineSchema, contract.StatementLine> => ({
  at: iso(line.at),
  kind: line.kind,
  source_id: line.source_id,
  counterpart: line.counterpart,
  amount_in_cents: line.amount,
  balance_in_cents: line.balance,
})
