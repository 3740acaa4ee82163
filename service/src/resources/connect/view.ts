import type { ConnectState, ContractOffer, Enterprise, OpenAnswer, Prefill } from '../../../../contracts/connect.ts'
import type { IdentityRail } from '../../rails/identity/port.ts'
import { accountLabel, bankLabel, methodsOffered } from '../account-connections/index.ts'
import { emailOf, maskMobile } from '../creators/index.ts'
import type { Framing } from '../embed-origins/index.ts'
import { DOCUMENTS } from './consents.ts'
import type { WaitingContract } from './contracts.ts'
import {
  ATTEMPTS_MAX,
  backOf,
  type ConnectContext,
  identityOf,
  isRenewable,
  isSignedIn,
  linkStatus,
  pathOf,
  stepOf,
} from './model.ts'
import type { OpenLink } from './session.ts'
import { heldPermissions, isAcceptable, isByName, ssnNeeded } from './steps.ts'
import type { SessionRow } from './store.ts'

export function viewOpen(
  link: OpenLink,
  environment: 'sandbox' | 'production',
  embed: Framing,
  enterprise: Enterprise,
  welcome: ConnectContext | undefined,
): OpenAnswer {
  const status = linkStatus(link)
  return {
    kind: link.kind,
    status,
    environment,
    enterprise,
    renewable: isRenewable(link),
    ...(link.kind === 'invite' && status === 'usable'
      ? { verification: { prompt: link.connection.verification_prompt, attempts_left: ATTEMPTS_MAX - link.attempts } }
      : {}),
    ...(welcome ? { welcome: viewWelcome(welcome) } : {}),
    return_url: link.return_url,
    embed,
  }
}

const viewWelcome = (context: ConnectContext): NonNullable<OpenAnswer['welcome']> => ({
  mode: context.draft.mode,
  use_case: context.tenant.connect_use_case,
  requested_permissions: context.connection.requested_permissions,
  progress: progressOf(context, methodsOffered(context.connection.requested_permissions, context.tenant)[0]),
  connection: viewConnection(context),
})

function viewConnection(context: ConnectContext): ConnectState['connection'] {
  const { status, type, destination } = context.connection
  return { status, type, destination, permissions: heldPermissions(context) }
}

export function viewState(
  context: ConnectContext,
  session: SessionRow,
  { embed, enterprise }: { readonly embed: Framing; readonly enterprise: Enterprise },
  identity: IdentityRail,
): ConnectState {
  const { draft, connection, tenant } = context
  const step = stepOf(context)
  const offered = methodsOffered(connection.requested_permissions, tenant)
  const contracts = context.contracts.map((contract) => viewContract(contract, context))
  return {
    step,
    back: backOf(context)?.step ?? null,
    progress: progressOf(context, offered[0]),
    mode: draft.mode,
    environment: tenant.environment,
    enterprise,
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
    connection: viewConnection(context),
    login: viewLogin(context),
    prefill: viewPrefill(identity),
    identity: identityOf(context) ?? null,
    verification: step === 'verification' ? viewVerification(context) : null,
    entered: { bank: viewBank(context) },
    contract: step === 'contract' ? (contracts.find(({ decision }) => decision === null) ?? null) : null,
    contracts,
    review: step === 'review' ? viewReview(context, contracts) : null,
    outcome: draft.outcome ?? null,
    return_url: session.return_url,
    embed,
  }
}

/** Before a payout method is chosen, the progress is that of the first method offered. */
function progressOf(context: ConnectContext, first: ConnectContext['draft']['method']): ConnectState['progress'] {
  const path = pathOf(context, context.draft.method ?? first)
  const step = stepOf(context)
  if (step === 'done' || step === 'rejected') return { done: path.length, total: path.length }
  return { done: Math.max(0, path.indexOf(step)), total: path.length }
}

function viewLogin(context: ConnectContext): ConnectState['login'] {
  const { creator, draft } = context
  if (!creator) {
    return { status: 'signed_out', email: draft.newLogin?.email ?? null, mobile: null, has_account: false }
  }
  const mobile = draft.mobile ?? creator.mobile
  return {
    status: isSignedIn(context) ? 'signed_in' : 'code_needed',
    email: emailOf(creator),
    mobile: mobile === null ? null : maskMobile(mobile),
    has_account: isSignedIn(context) && creator.account_opened_at !== null,
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

function viewVerification(context: ConnectContext): ConnectState['verification'] {
  const ssn_needed = ssnNeeded(context)
  const { first_name, last_name } = (ssn_needed ? undefined : context.draft.bank) ?? context.connection
  return { by_name: isByName(context), ssn_needed, first_name, last_name }
}

function viewBank({ draft: { bank } }: ConnectContext): ConnectState['entered']['bank'] {
  if (!bank) return null
  const { account_number: _number, ssn: _ssn, ...shown } = bank
  return shown as NonNullable<ConnectState['entered']['bank']>
}

const viewContract = (contract: WaitingContract, context: ConnectContext): ContractOffer => ({
  ...contract,
  acceptable: isAcceptable(context),
  decision: context.draft.decisions[contract.id] ?? null,
})

function viewReview(context: ConnectContext, contracts: readonly ContractOffer[]): ConnectState['review'] {
  const { draft, creator } = context
  const { method, bank } = draft
  if (!method) return null
  const destination =
    method === 'ach'
      ? bank
        ? bankLabel(bank.account_type, bank.account_number)
        : ''
      : accountLabel(method, creator?.account_number ?? '')
  const verdict = method === 'ach' ? draft.identity : identityOf(context)
  return {
    method,
    destination,
    identity: verdict === 'passed' || verdict === 'review' ? verdict : 'unneeded',
    contracts: contracts.filter(({ decision }) => decision === 'accept' || decision === 'decline'),
    documents: DOCUMENTS,
  }
}
