/** The sandbox's own routes as JSON: the messages that it keeps instead of sending them, and its clock. */

export const MESSAGE_KINDS = [
  'login_created',
  'account_opened',
  'invite',
  'payout_issued',
  'bank_corrected',
  'bank_suspended',
  'webhook_disabled',
  'daily_summary',
  'withdrawal',
  'person_invited',
  'password_reset',
  'p2p_code',
  'sign_in_code',
  'email_code',
  'creator_password_reset',
  'login_changed',
  'security_notice',
  'approval_needed',
  'approval_decided',
  'alert_raised',
] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** An e-mail or SMS of the sandbox. */
export interface Message {
  readonly id: string
  readonly channel: 'email' | 'sms'
  readonly kind: MessageKind
  readonly to: string
  readonly subject?: string
  readonly text: string
  readonly html?: string
  readonly status: 'queued' | 'delivered' | 'captured' | 'suppressed' | 'failed'
  readonly why?: string
  readonly created_at: string
}

export interface Clock {
  readonly now: string
}
