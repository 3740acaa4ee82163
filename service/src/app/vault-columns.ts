import type { DigestColumn, SealedColumn, VaultColumns } from '../platform/vault-rotation.ts'

const one = (table: string, column: string, field: string): SealedColumn => ({
  table,
  column,
  tenant: 'tenant_id',
  row: 'id',
  ordinal: '0',
  field: () => field,
})

/** Columns of sealed values. A test compares the list with the schema. */
const SEALED: readonly SealedColumn[] = [
  one('account_connections', 'bank_sealed', 'bank'),
  one('account_connections', 'submitted_sealed', 'submitted'),
  {
    table: 'withdrawal_accounts',
    column: 'bank_sealed',
    tenant: 'tenant_id',
    row: "'withdrawal_account'",
    ordinal: '0',
    field: () => 'bank',
  },
  one('creators', 'person_sealed', 'person'),
  one('creator_bank_accounts', 'bank_sealed', 'bank'),
  one('connect_sessions', 'draft_sealed', 'draft'),
  one('messages', 'facts_sealed', 'facts'),
  one('webhooks', 'basic_user_sealed', 'basic_user'),
  one('webhooks', 'basic_secret_sealed', 'basic_secret'),
  one('webhooks', 'signing_secret_sealed', 'signing_secret'),
  one('webhooks', 'previous_secret_sealed', 'signing_secret'),
  one('ach_files', 'bytes_sealed', 'bytes'),
  {
    table: 'ach_received',
    column: 'entry_sealed',
    tenant: 'tenant_id',
    row: 'file',
    ordinal: 'ach_received.ordinal',
    field: (ordinal) => `entry ${ordinal}`,
  },
  {
    table: 'service_login',
    column: 'password_sealed',
    tenant: '0',
    row: "'service_login'",
    ordinal: '0',
    field: () => 'password',
  },
  {
    table: 'person_secret',
    column: 'sealed',
    tenant: '0',
    row: "'person_secret'",
    ordinal: '0',
    field: () => 'sealed',
  },
]

/** A digest cannot be made again without its text, so an older key is needed while any of its digests is left. */
const DIGESTS: readonly DigestColumn[] = [
  {
    table: 'account_connections',
    column: 'verification_answer_digest',
    what: 'verification answers of account connections',
  },
  {
    table: 'suspended_bank_accounts',
    column: 'account_digest',
    what: 'bank accounts that returns have suspended',
  },
  { table: 'p2p_payments', column: 'code_digest', what: 'codes of P2P payments' },
  { table: 'sign_in_codes', column: 'digest', what: 'codes of sign-ins' },
  { table: 'idempotency_answers', column: 'fingerprint', what: 'answers kept for retries' },
  { table: 'ach_credits', column: 'fingerprint', what: 'credits of the bank that were taken' },
  { table: 'ach_prenotes', column: 'fingerprint', what: 'bank accounts that were prenotified' },
  { table: 'identity_ssns', column: 'ssn_fingerprint', what: 'social security numbers that were given' },
  { table: 'identity_ssns', column: 'person_fingerprint', what: 'people who gave a social security number' },
  { table: 'audit_log', column: 'hash', what: 'rows of the audit log' },
  { table: 'audit_heads', column: 'seal', what: 'ends of the audit log' },
  { table: 'operator_audit_log', column: 'hash', what: "rows of the operator's audit log" },
  { table: 'operator_audit_heads', column: 'seal', what: "end of the operator's audit log" },
]

/** Every column of every room that the vault's keys protect. */
export const VAULT_COLUMNS: VaultColumns = { sealed: SEALED, digests: DIGESTS }
