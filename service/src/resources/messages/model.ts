import type { AlertKind } from '../../../../contracts/alerts.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { Cents } from '../../kernel/money.ts'
import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'

/** Every kind of message the service sends, and the facts that its text is made of. */
export interface MessageFacts {
  login_created: { readonly name: string } & OwnPage
  account_opened: { readonly name: string } & OwnPage
  invite: {
    readonly name: string
    readonly enterprise: string
    /** `Generic`: the enterprise is partnered with Tributary, and need not be about to pay anybody. */
    readonly useCase: 'Payout' | 'Generic'
    /** The creator has connected before, and is asked to look at the connection again. */
    readonly isActive?: boolean
    /** Permissions that an active connection is asked for and has not granted. */
    readonly asksFor?: readonly ('payment.credit' | 'payment.debit')[]
    readonly url: string
    readonly expiresAt: Date
  }
  payout_issued: OwnPage & {
    readonly name: string
    readonly enterprise: string
    readonly amount: Cents
    readonly description: string
    /** Nobody has claimed it yet. */
    readonly claimable: boolean
    /** Messages of an older version lack it. */
    readonly claimableUntil?: Date
    /** Its date, if that is in the future. */
    readonly paidOn?: Date
    /** The link to claim it is made from these when the mail is rendered. */
    readonly claim?: { readonly connection: string; readonly payout: string }
    /** The address of that link; never stored. */
    readonly claimUrl?: string
    /** How, where to and when it was sent. Messages of an older version lack them. */
    readonly type?: 'direct' | 'ach' | 'wallet'
    readonly destination?: string
    /** A text where it is about to be stored as one. */
    readonly sentAt?: Date | string
  }
  /** The receiving bank corrected a creator's bank details. `own`: the creator reads it, else the enterprise. */
  bank_corrected: CreatorPage & {
    readonly name: string
    readonly enterprise: string
    readonly destination: string
    readonly own: boolean
  }
  /** A creator's bank account is suspended. `own`: the creator reads it, else the enterprise. */
  bank_suspended: CreatorPage & {
    readonly name: string
    readonly enterprise: string
    readonly destination: string
    readonly reason: string
    readonly own: boolean
    /** The creator's link into Connect is made from the connection and these. Messages of an older version lack them. */
    readonly payout?: string
    readonly changeUntil?: Date
  }
  webhook_disabled: {
    readonly enterprise: string
    readonly webhook: string
    readonly event: string
    /** Without its query, which may hold a secret. */
    readonly url: string
    readonly why: string
    readonly disabledAt: string
    /** When the first event was written that the webhook has missed. Messages of an older version lack it. */
    readonly missedSince?: string
    /** The webhook's page of the dashboard; never stored. */
    readonly page?: string
  }
  alert_raised: {
    readonly enterprise: string
    readonly alert: string
    /** `Low balance` */
    readonly label: string
    readonly kind: AlertKind
    /** The resource that it is about; empty where it is about the whole enterprise. */
    readonly subject: string
    readonly summary: string
    readonly at: Date
    /** The page of what it is about; made when the mail is rendered. */
    readonly url?: string
  }
  daily_summary: {
    readonly enterprise: string
    readonly day: string
    readonly payouts: number
    readonly amount: Cents
    readonly failed: number
    readonly operating: Cents
    /** Home of the dashboard; made when the mail is rendered. */
    readonly url?: string
  }
  /** An enterprise, or a creator, is told what became of a withdrawal. */
  withdrawal: OwnPage & {
    /** Absent in a mail to a creator, which has the creator's `name`. */
    readonly enterprise?: string
    readonly name?: string
    readonly amount: Cents
    readonly description?: string
    readonly destination: string
    readonly outcome: 'sent' | 'returned' | 'error'
    readonly at: Date
    /** Why it came back or failed. */
    readonly reason?: string
    /** The enterprise's withdrawal, and its page of the dashboard; the page is never stored. */
    readonly withdrawal?: string
    readonly page?: string
  }
  p2p_code: {
    readonly code: string
    readonly amount: Cents
    /** The enterprise that asks for the payment, and the verified name of the creator who gets it. */
    readonly enterprise: string
    readonly destinationName: string
  }
  sign_in_code: { readonly code: string }
  /** Proves that the e-mail address of a creator's login is theirs. */
  email_code: { readonly code: string; readonly minutes: number }
  creator_password_reset: { readonly name: string; readonly url: string; readonly minutes: number }
  /** A creator's login was changed. It goes to the address that the login had before. */
  login_changed: { readonly name: string; readonly what: LoginChange } & OwnPage
  /** Somebody is invited to an enterprise's dashboard. */
  person_invited: {
    readonly enterprise: string
    readonly inviter: string
    readonly role: string
    readonly url: string
    readonly expiresAt: Date
  }
  password_reset: { readonly name: string; readonly url: string; readonly minutes: number }
  /** Somebody is asked to approve. */
  approval_needed: ApprovalFacts & { readonly needed: number; readonly expiresAt: Date }
  /** The one who asked is told what became of it. */
  approval_decided: ApprovalFacts & {
    readonly outcome: 'approved' | 'rejected' | 'expired' | 'void'
    readonly by?: string
    readonly reason?: string
  }
  security_notice: {
    readonly name: string
    readonly event: SecurityEvent
    readonly enterprise: string
    readonly at: Date
    readonly rows: readonly (readonly [name: string, value: string])[]
    /** Operators sign in to the console, all others to the dashboard. */
    readonly operator?: true
    /** The environment of the page to look at; production unless it is said. */
    readonly environment?: Environment
    /** The page to look at; made when the mail is rendered. */
    readonly page?: string
  }
}

interface CreatorPage {
  readonly connection?: string
  /** For the enterprise the creator's page of the dashboard, for the creator the link into Connect; never stored. */
  readonly page?: string
}

interface OwnPage {
  /** The address of the creator's own page; made when the mail is rendered. */
  readonly accountUrl?: string
}

interface ApprovalFacts {
  readonly name: string
  readonly enterprise: string
  readonly approval: string
  /** A few words for the thing that awaits. */
  readonly what: string
  readonly amount?: Cents
  /** Its page at the dashboard; made when the mail is rendered. */
  readonly url?: string
}

/** Something of a creator's login that was changed. */
export type LoginChange =
  | 'password'
  | 'email'
  | 'mobile'
  | 'bank_account'
  | 'address'
  | 'passkey_added'
  | 'passkey_removed'

/** Changes of access to an enterprise's dashboard that the people concerned are told of. */
export type SecurityEvent =
  | 'new_device'
  | 'key_created'
  | 'role_changed'
  | 'access_ended'
  | 'password_changed'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'passkey_added'
  | 'passkey_removed'

export type MessageKind = keyof MessageFacts
export type Channel = 'email' | 'sms'

/** `to` is an e-mail address, or a mobile number for the two codes. */
export type NewMessage = {
  [K in MessageKind]: { readonly kind: K; readonly to: string; readonly facts: MessageFacts[K] }
}[MessageKind]

export interface KindRules {
  readonly channel: Channel
  /** The facts hold a token, a code or a link that grants access: they are stored sealed. */
  readonly sealed: boolean
  /** The message expires then, and is not sent later. */
  readonly staleAfterMs?: number
}

export const KINDS: Record<MessageKind, KindRules> = {
  login_created: { channel: 'email', sealed: false },
  account_opened: { channel: 'email', sealed: false },
  invite: { channel: 'email', sealed: true },
  payout_issued: { channel: 'email', sealed: false },
  bank_corrected: { channel: 'email', sealed: false },
  bank_suspended: { channel: 'email', sealed: false },
  webhook_disabled: { channel: 'email', sealed: false },
  daily_summary: { channel: 'email', sealed: false },
  withdrawal: { channel: 'email', sealed: false },
  person_invited: { channel: 'email', sealed: true },
  password_reset: { channel: 'email', sealed: true, staleAfterMs: HOUR_MS },
  alert_raised: { channel: 'email', sealed: false },
  approval_needed: { channel: 'email', sealed: false },
  approval_decided: { channel: 'email', sealed: false },
  security_notice: { channel: 'email', sealed: false },
  email_code: { channel: 'email', sealed: true, staleAfterMs: 10 * MINUTE_MS },
  creator_password_reset: { channel: 'email', sealed: true, staleAfterMs: HOUR_MS },
  login_changed: { channel: 'email', sealed: false },
  p2p_code: { channel: 'sms', sealed: true, staleAfterMs: 10 * MINUTE_MS },
  sign_in_code: { channel: 'sms', sealed: true, staleAfterMs: 10 * MINUTE_MS },
}

export type MessageStatus = 'due' | 'sending' | 'delivered' | 'captured' | 'suppressed' | 'failed'

/** In sandbox an e-mail is delivered only where the local part ends in `+sandbox`, or that and digits. */
const SANDBOX_ADDRESS = /\+sandbox\d*@/i

export const SUPPRESSED_BECAUSE = 'In sandbox only addresses like name+sandbox@example.com get mail.'
export const NO_ADDRESS = 'The enterprise has no `notification_email`; the operator sets it.'
export const LOST_ADDRESS = 'The login has no e-mail address: another person has proven that it is theirs.'
export const CAPTURED_SMS = 'In sandbox no SMS is sent.'

/** Initial status; messages that are never sent start in a final one. */
export function firstStatus(
  channel: Channel,
  to: string,
  environment: 'sandbox' | 'production',
): { readonly status: MessageStatus; readonly why: string | null } {
  if (to === '') return { status: 'suppressed', why: NO_ADDRESS }
  if (to.endsWith('.invalid')) return { status: 'suppressed', why: LOST_ADDRESS }
  if (environment === 'production') return { status: 'due', why: null }
  if (channel === 'sms') return { status: 'captured', why: CAPTURED_SMS }
  if (!SANDBOX_ADDRESS.test(to)) return { status: 'suppressed', why: SUPPRESSED_BECAUSE }
  return { status: 'due', why: null }
}
