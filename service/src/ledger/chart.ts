import type { Id, TenantId } from '../kernel/ids.ts'

/**
 * The chart of accounts. `guarded`: credits never fall below debits, whatever the code does.
 * A sandbox tenant is its own bank, so its book holds both parts; production tenants share one bank's book.
 */
export const TENANT_ACCOUNTS = {
  operating: { guarded: true, holds: "The enterprise's money, ready to be paid out." },
  pending_payouts: { guarded: true, holds: 'Amounts and fees reserved for payouts that are not sent yet.' },
  pending_withdrawals: { guarded: true, holds: 'Amounts of withdrawals that are not sent yet.' },
  fees_payable: { guarded: false, holds: 'Fees charged and not collected yet.' },
  due_to_bank: { guarded: false, holds: 'What the bank has paid out for the enterprise.' },
  card_clearing: { guarded: false, holds: 'Card money between the network and the operating account.' },
  refunds_due: { guarded: false, holds: 'Involuntary reversals that found the operating account short.' },
  incoming: { guarded: true, holds: 'Credits that have arrived before their settlement date.' },
  receivables: { guarded: false, holds: 'Money that the bank took back after it was spent.' },
  funding: { guarded: false, holds: 'The outside world the book is filled from.' },
} as const

export const BANK_ACCOUNTS = {
  ach_clearing: { guarded: false, holds: 'Money on its way to or from the ACH network.' },
  creator_withdrawals: { guarded: true, holds: "Amounts of creators' withdrawals that are not sent yet." },
  proofs: { guarded: false, holds: "Small deposits that prove creators' bank accounts, paid by the bank." },
  creators_incoming: { guarded: true, holds: 'Credits to creators that have arrived before their settlement date.' },
  bank_charges: { guarded: false, holds: 'Charges of the bank, and whatever else of ours an operator has booked.' },
  fees: { guarded: false, holds: 'Fees collected from the enterprises.' },
  funding: { guarded: false, holds: 'The outside world the book is filled from.' },
} as const

/** Accounts of the bank that has a card processor. They are opened when the processor's books are first read. */
export const PROCESSOR_ACCOUNTS = {
  processor: { guarded: false, holds: 'Card money that the processor keeps for us.' },
  cards_due: { guarded: false, holds: 'Card money of the enterprises, the counterpart of their `card_clearing`.' },
  processor_payouts: { guarded: false, holds: "The processor's payouts that the bank has not credited yet." },
  processor_fees: { guarded: false, holds: 'Fees that the processor has kept.' },
  processor_other: {
    guarded: false,
    holds: 'Movements at the processor that belong to no purchase, booked by an operator.',
  },
} as const

/**
 * Accounts of a bank's book that exist once per creator, and once per enterprise that the bank pays for. A creator has a
 * receivable once the bank has taken back more than the account held.
 */
export const creatorAccount = (creator: Id<'creator'>): AccountCode => `creator:${creator}`
export const creatorReceivable = (creator: Id<'creator'>): AccountCode => `receivable:${creator}`
export const dueFrom = (tenant: TenantId): AccountCode => `due_from:${tenant}`

export type AccountCode =
  | keyof typeof TENANT_ACCOUNTS
  | keyof typeof BANK_ACCOUNTS
  | keyof typeof PROCESSOR_ACCOUNTS
  | `due_from:${TenantId}`
  | `creator:${Id<'creator'>}`
  | `receivable:${Id<'creator'>}`
