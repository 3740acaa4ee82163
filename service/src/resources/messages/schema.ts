import { Type } from 'typebox'
import type * as contract from '../../../../contracts/sandbox.ts'
import {
  Closed,
  constantQuery,
  type Language,
  ResourceId,
  Several,
  Shape,
  Text,
  Timestamp,
  Values,
  WALKED,
  type Wire,
} from '../../http/index.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { iso } from '../../kernel/time.ts'
import type { Queryable } from '../../platform/database.ts'
import type { ListFilter } from '../../platform/lists.ts'
import { NO_SMTP } from '../../rails/messages/capture.ts'
import type { MailRail } from '../../rails/messages/port.ts'
import { type FactsDeps, openFacts } from './facts.ts'
import { findLanguages } from './languages.store.ts'
import type { Channel, MessageKind } from './model.ts'
import { findMessage, type MessageRow } from './store.ts'
import { renderMail, renderSms } from './texts.ts'

const MESSAGE_STATUSES = ['queued', 'delivered', 'captured', 'suppressed', 'failed'] as const
type MessageStatus = (typeof MESSAGE_STATUSES)[number]

export const StatusSchema = Values<MessageStatus>('MessageStatus', 'What became of the message.', {
  queued: 'waits to be sent',
  delivered: 'the mail server took it',
  captured: 'kept here instead of being sent: nothing is configured to send it, or it is an SMS',
  suppressed: 'in sandbox only addresses like `name+sandbox@example.com` get mail',
  failed: 'it could not be sent; `why` says why',
})

const KIND_MEANINGS: Readonly<Record<MessageKind, string>> = {
  login_created: 'a creator has a login now',
  account_opened: 'an account was opened for a creator',
  invite: 'a creator is invited into Connect',
  payout_issued: 'a payout was sent, or can be claimed',
  bank_corrected: 'a bank corrected a creator’s bank details',
  bank_suspended: 'a creator’s bank account is suspended, because a payment to it came back',
  webhook_disabled: 'a webhook was disabled',
  daily_summary: 'your day in numbers; not in sandbox',
  withdrawal: 'a withdrawal was sent, came back or failed',
  person_invited: 'somebody is invited to your dashboard',
  password_reset: 'a person’s password can be set anew',
  security_notice: 'something about a person’s login changed: a new device, key, role, password or second factor',
  email_code: 'a code that proves an e-mail address',
  creator_password_reset: 'a creator’s password can be set anew',
  login_changed:
    'a creator’s e-mail address, mobile number, home address, password, passkeys or bank account for withdrawals changed',
  p2p_code: 'the code of a P2P payment',
  sign_in_code: 'a code to sign in with',
  approval_needed: 'somebody is asked to approve',
  approval_decided: 'the one who asked for an approval is told its outcome',
  alert_raised: 'the enterprise is told of an alert',
}

const KINDS = Object.keys(KIND_MEANINGS) as MessageKind[]
const KindSchema = Values<MessageKind>('MessageKind', 'What the message is about.', KIND_MEANINGS)

const COUNTED = 'Counted exactly, by reading the messages of the sandbox; beside any other filter it is walked.'

export const MessageQuery = Closed({
  ...constantQuery,
  created_after: Type.Optional(Timestamp({ description: `Only written after this moment. ${COUNTED}` })),
  created_before: Type.Optional(Timestamp({ description: `Only written before this moment. ${COUNTED}` })),
  status: Several(
    MESSAGE_STATUSES,
    `Only in this status, or in one of several: \`status=captured&status=failed\`, or with a comma. ${COUNTED}`,
  ),
  to: Type.Optional(
    Text(254, {
      description: `Only to this e-mail address, in any letter case, or mobile number. ${WALKED}`,
      examples: ['alice@example.com'],
    }),
  ),
  kind: Several(KINDS, `Only of this kind, or of one of several. ${WALKED}`),
})

export const MessageSchema = Shape('Message', {
  id: ResourceId('msg', 'The id of the message.'),
  channel: Values<Channel>('MessageChannel', 'How it is sent.', { email: 'an e-mail', sms: 'a text message' }),
  kind: KindSchema,
  to: Type.String({ description: 'The e-mail address or mobile number.', examples: ['alice+sandbox@example.com'] }),
  subject: Type.Optional(Type.String({ description: 'The subject of an e-mail.' })),
  text: Type.String({ description: 'What it says, as plain text.' }),
  html: Type.Optional(Type.String({ description: 'The same as HTML, of an e-mail.' })),
  status: StatusSchema,
  why: Type.Optional(Type.String({ description: 'Why it was not sent, for people.' })),
  created_at: Timestamp({ description: 'When it was written.' }),
})

export interface ViewDeps extends FactsDeps {
  readonly mail: MailRail
}

/** Messages can be read in sandbox only: those of production went to real people. */
const environment = 'sandbox'

export function viewMessage(
  row: MessageRow,
  tenant: TenantId,
  deps: ViewDeps,
  language: Language = 'en',
): Wire<typeof MessageSchema, contract.Message> {
  const facts = openFacts({ tenant, environment }, row, deps)
  const body =
    facts === undefined
      ? { text: '' }
      : row.channel === 'sms'
        ? { text: renderSms(row.kind, facts, language) }
        : renderMail(row.kind, facts, language)
  return {
    id: row.id,
    channel: row.channel,
    kind: row.kind,
    to: row.recipient,
    ...body,
    ...statusOf(row, deps.mail),
    created_at: iso(row.created_at),
  }
}

/** The stored statuses that a `status` of the API stands for. */
function storedStatuses(shown: string, { captures }: MailRail): readonly string[] {
  const open = ['due', 'sending']
  if (shown === 'queued') return captures ? [] : open
  return shown === 'captured' && captures ? [shown, ...open] : [shown]
}

/** A filter by the statuses of the API as one by the stored ones. */
export function storedFilter({ status, statuses, ...filter }: ListFilter, mail: MailRail): ListFilter {
  const shown = statuses ?? (status === undefined ? undefined : [status])
  return { ...filter, statuses: shown?.flatMap((one) => storedStatuses(one, mail)) }
}

/** The HTML of an e-mail; undefined for an SMS, and when the contents were erased. */
export async function findMailHtml(
  sql: Queryable,
  tenant: TenantId,
  id: string,
  deps: FactsDeps,
): Promise<string | undefined> {
  const row = await findMessage(sql, tenant, id)
  const facts = row?.channel === 'email' ? openFacts({ tenant, environment }, row, deps) : undefined
  if (!row || !facts) return undefined
  const languageOf = await findLanguages(sql, deps.vault, [row.recipient])
  return renderMail(row.kind, facts, languageOf(row.recipient)).html
}

/** Without a mail server a message that waits for the worker is shown as captured at once: the worker will say so. */
function statusOf({ status, why }: MessageRow, { captures }: MailRail) {
  const isOpen = status === 'due' || status === 'sending'
  if (isOpen && captures) return { status: 'captured' as const, why: NO_SMTP }
  return { status: isOpen ? ('queued' as const) : status, ...(why === null ? {} : { why }) }
}
