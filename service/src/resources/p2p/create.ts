import type { Environment } from '../../kernel/environment.ts'
import { Problem, problem } from '../../kernel/errors.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { cents } from '../../kernel/money.ts'
import type { Tally } from '../../platform/tries.ts'
import type { Vault } from '../../platform/vault.ts'
import type { NewCode } from '../../rails/codes/port.ts'
import { refuseSuspended, type TenantSettings } from '../../tenants/index.ts'
import type { Party } from '../account-connections/index.ts'
import type { NewMessage } from '../messages/index.ts'
import { type P2p, VALID_MS } from './model.ts'
import { refusalOf } from './rules.ts'
import { DESCRIPTION_MAX, type P2pInput } from './schema.ts'
import { payerName } from './store.ts'

export interface P2pDeps {
  readonly vault: Vault
  readonly newCode: NewCode
  readonly environment: Environment
}

export interface Accepted {
  readonly payment: P2p
  readonly message: NewMessage
}

export const CODE_PURPOSE = 'p2p code'

/** The text that a code is digested as: with the payment's id, so that a digest says nothing about another payment. */
export const codeText = (tenant: TenantId, id: string, code: string): string => `${tenant} ${id} ${code}`

/** Cut to the length that a given description may have, at a whole character. */
export const defaultDescription = (from: string, to: string): string =>
  [...`Payment from ${from} to ${to}`].slice(0, DESCRIPTION_MAX).join('')

export interface AdmissionContext {
  readonly settings: Pick<TenantSettings, 'now' | 'enterprise_name' | 'suspended_because'>
  readonly parties: ReadonlyMap<string, Party>
  /** Codes recently sent to the source creators. */
  readonly sent: Pick<Tally, 'check'>
}

/** The payment that a request asks for, with its code; throws the problem that refuses it. */
export function admit(
  input: P2pInput,
  { settings, parties, sent }: AdmissionContext,
  tenant: TenantId,
  deps: Pick<P2pDeps, 'vault' | 'newCode'>,
): Accepted {
  refuseSuspended(settings, 'POST /p2p')
  const verdict = accept(input, parties, tenant, settings, deps)
  if (verdict instanceof Problem) throw verdict
  sent.check(payerName(tenant, verdict.payment.source_creator_id))
  return verdict
}

/** Decides whether a payment may be created, and makes it with its code. Funds are checked when it is processed. */
function accept(
  input: P2pInput,
  parties: ReadonlyMap<string, Party>,
  tenant: TenantId,
  { now, enterprise_name: enterprise }: Pick<TenantSettings, 'now' | 'enterprise_name'>,
  { vault, newCode }: Pick<P2pDeps, 'vault' | 'newCode'>,
): Accepted | Problem {
  const source = parties.get(input.source)
  const destination = parties.get(input.destination)
  const refusal = refusalOf(source, destination, now)
  if (refusal) return refusal.problem()
  const [sender, receiver] = [source as Party, destination as Party]
  if (sender.mobile === null) {
    return problem('invalid_state', 'The creator of `source` has no verified mobile number to send the code to.')
  }
  const id = newId('p2p')
  const code = newCode()
  const expires_at = new Date(now.getTime() + VALID_MS)
  const amount_in_cents = cents(input.amount_in_cents)
  const payment: P2p = {
    id,
    source: sender.id,
    destination: receiver.id,
    source_creator_id: sender.creatorId as string,
    destination_creator_id: receiver.creatorId as string,
    status: 'created',
    amount_in_cents,
    description: input.description ?? defaultDescription(sender.name, receiver.name),
    code_digest: vault.digest(CODE_PURPOSE, codeText(tenant, id, code)),
    attempts: 0,
    expires_at,
    committed_at: null,
    ended_at: null,
    failure: null,
    due_at: expires_at,
    user_data: (input.user_data as JsonObject | null | undefined) ?? null,
    created_at: now,
    updated_at: now,
  }
  const facts = { code, amount: amount_in_cents, enterprise, destinationName: receiver.verifiedName ?? receiver.name }
  return { payment, message: { kind: 'p2p_code', to: sender.mobile, facts } }
}
