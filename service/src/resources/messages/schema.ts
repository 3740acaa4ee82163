import { Type } from 'typebox'
import type * as contract from '../../../../contracts/resources.ts'
import { OneOf, Shape, Timestamp, type Wire } from '../../http/index.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { iso } from '../../kernel/time.ts'
import type { Queryable } from '../../platform/database.ts'
import { NO_SMTP } from '../../rails/messages/capture.ts'
import type { MailRail } from '../../rails/messages/port.ts'
import { type FactsDeps, openFacts } from './facts.ts'
import { KINDS, type MessageKind } from './model.ts'
import { findMessage, type MessageRow } from './store.ts'
import { renderMail, renderSms } from './texts.ts'

export const MESSAGE_STATUSES = ['queued', 'delivered', 'captured', 'suppressed', 'failed'] as const
type MessageStatus = (typeof MESSAGE_STATUSES)[number]

export const MESSAGE_KINDS = Object.keys(KINDS) as MessageKind[]

export const MessageSchema = Shape('Message', {
  id: Type.String({ examples: ['msg_01kk3v9x2qf8m6t4w0c5n7d1ha'] }),
  channel: OneOf(['email', 'sms']),
  kind: OneOf(MESSAGE_KINDS),
  to: Type.String(),
  subject: Type.Optional(Type.String({ description: 'Of an e-mail.' })),
  text: Type.String(),
  html: Type.Optional(Type.String({ description: 'Of an e-mail.' })),
  status: OneOf(MESSAGE_STATUSES, {
    description:
      '`captured`: nothing is configured to send it. `suppressed`: in sandbox only `+sandbox` addresses get mail.',
  }),
  why: Type.Optional(Type.String()),
  created_at: Timestamp(),
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
): Wire<typeof MessageSchema, contract.Message> {
  const facts = openFacts({ tenant, environment }, row, deps)
  const body =
    facts === undefined
      ? { text: '' }
      : row.channel === 'sms'
        ? { text: renderSms(row.kind, facts) }
        : renderMail(row.kind, facts)
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
export function storedStatuses(shown: MessageStatus | undefined, { captures }: MailRail) {
  if (shown === undefined) return undefined
  const open = ['due', 'sending'] as const
  if (shown === 'queued') return captures ? [] : open
  return shown === 'captured' && captures ? [shown, ...open] : [shown]
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
  return row && facts && renderMail(row.kind, facts).html
}

/** Without a mail server a message that waits for the worker is shown as captured at once: the worker will say so. */
function statusOf({ status, why }: MessageRow, { captures }: MailRail) {
  const isOpen = status === 'due' || status === 'sending'
  if (isOpen && captures) return { status: 'captured' as const, why: NO_SMTP }
  return { status: isOpen ? ('queued' as const) : status, ...(why === null ? {} : { why }) }
}
