import type { ConnectState, ContractOffer, OpenAnswer, Prefill } from '../../../../contracts/connect.ts'
import type { IdentityRail } from '../../rails/identity/port.ts'
import { accountLabel, bankLabel, methodsOffered } from '../account-connections/index.ts'
import { maskMobile } from '../creators/index.ts'
import type { Framing } from '../embed-origins/index.ts'
import type { WaitingContract } from './contracts.ts'
import { ATTEMPTS_MAX, backOf, type Facts, identityOf, isSignedIn, linkStatus, pathOf, stepOf } from './model.ts'
import { heldPermissions, isAcceptable, ssnNeeded } from './steps.ts'
import type { OpenLink, SessionRow } from './store.ts'

export function viewOpen(
  link: OpenLink,
  environment: 'sandbox' | 'production',
  embed: Framing,
  welcome: Facts | undefined,
): OpenAnswer {
  const status = linkStatus(link)
  return {
    kind: link.kind,
    status,
    environment,
    enterprise: { name: link.enterprise },
    ...(link.kind === 'invite' && status === 'usable'
      ? { verification: { prompt: link.verification_prompt, attempts_left: ATTEMPTS_MAX - link.attempts } }
      : {}),
    ...(welcome ? { welcome: viewWelcome(welcome) } : {}),
    return_url: link.return_url,
    embed,
  }
}

const viewWelcome = (facts: Facts): NonNullable<OpenAnswer['welcome']> => ({
  mode: facts.draft.mode,
  use_case: facts.tenant.connect_use_case,
  requested_permissions: facts.connection.requested_permissions,
  progress: progressOf(facts, methodsOffered(facts.connection.requested_permissions, facts.tenant)[0]),
  connection: viewConnection(facts),
})

function viewConnection(facts: Facts): ConnectState['connection'] {
  const { status, type, destination } = facts.connection
  return { status, type, destination, permissions: heldPermissions(facts) }
}

export function viewState(facts: Facts, session: SessionRow, embed: Framing, identity: IdentityRail): ConnectState {
  const { draft, connection, tenant } = facts
  const step = stepOf(facts)
  const offered = methodsOffered(connection.requested_permissions, tenant)
  const contracts = facts.contracts.map((contract) => viewContract(contract, facts))
  return {
    step,
    back: backOf(facts)?.step ?? null,
    progress: progressOf(facts, offered[0]),
    mode: draft.mode,
    environment: tenant.environment,
    enterprise: { name: tenant.enterprise_name },
    use_case: tenant.connect_use_case,
    invited: {
      first_name: connection.first_name,
      last_name: connection.last_name,
      email: connection.email,
      display_name: connection.display_name,
      business_name: connection.business_name,
    },
    requested_permissions: connection.requested_permissions,
    methods: offered.map((method) => ({ method, current: draft.mode === 'edit' && connection.type === method })),
    method: draft.method ?? null,
    connection: viewConnection(facts),
    login: viewLogin(facts),
    prefill: viewPrefill(identity),
    identity: identityOf(facts) ?? null,
    verification: step === 'verification' ? viewVerification(facts) : null,
    entered: { bank: viewBank(facts) },
    contract: step === 'contract' ? (contracts.find(({ decision }) => decision === null) ?? null) : null,
    contracts,
    review: step === 'review' ? viewReview(facts, contracts) : null,
    outcome: draft.outcome ?? null,
    return_url: session.return_url,
    embed,
  }
}

/** Until a way is chosen, as if it were the first one offered. */
function progressOf(facts: Facts, first: Facts['draft']['method']): ConnectState['progress'] {
  const path = pathOf(facts, facts.draft.method ?? first)
  const step = stepOf(facts)
  if (step === 'done' || step === 'rejected') return { done: path.length, total: path.length }
  return { done: Math.max(0, path.indexOf(step)), total: path.length }
}

function viewLogin(facts: Facts): ConnectState['login'] {
  const { creator, draft } = facts
  if (!creator) return { status: 'signed_out', email: null, mobile: null, has_account: false }
  const mobile = draft.mobile ?? creator.mobile
  return {
    status: isSignedIn(facts) ? 'signed_in' : 'code_needed',
    email: creator.email,
    mobile: mobile === null ? null : maskMobile(mobile),
    has_account: isSignedIn(facts) && creator.account_opened_at !== null,
  }
}

function viewPrefill({ prefill }: IdentityRail): Prefill | null {
  if (!prefill) return null
  const { code, mobile, applicant, bank } = prefill
  const { date_of_birth, ...person } = applicant
  return {
    code,
    mobile,
    application: applicant,
    bank: { ...person, ...bank, name_on_account: `${applicant.first_name} ${applicant.last_name}` },
    date_of_birth,
  }
}

function viewVerification(facts: Facts): ConnectState['verification'] {
  const ssn_needed = ssnNeeded(facts)
  const { first_name, last_name } = (ssn_needed ? undefined : facts.draft.bank) ?? facts.connection
  return { ssn_needed, first_name, last_name }
}

function viewBank({ draft: { bank } }: Facts): ConnectState['entered']['bank'] {
  if (!bank) return null
  const { account_number: _number, ssn: _ssn, ...shown } = bank
  return shown as NonNullable<ConnectState['entered']['bank']>
}

const viewContract = (contract: WaitingContract, facts: Facts): ContractOffer => ({
  ...contract,
  acceptable: isAcceptable(facts),
  decision: facts.draft.decisions[contract.id] ?? null,
})

function viewReview(facts: Facts, contracts: readonly ContractOffer[]): ConnectState['review'] {
  const { draft, creator } = facts
  const { method, bank } = draft
  if (!method) return null
  const destination =
    method === 'ach'
      ? bank
        ? bankLabel(bank.account_type, bank.account_number)
        : ''
      : accountLabel(method, creator?.account_number ?? '')
  const verdict = method === 'ach' ? draft.identity : identityOf(facts)
  return {
    method,
    destination,
    identity: verdict === 'passed' || verdict === 'review' ? verdict : 'unneeded',
    contracts: contracts.filter(({ decision }) => decision === 'accept' || decision === 'decline'),
  }
}
