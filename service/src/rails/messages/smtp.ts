import { createTransport } from 'nodemailer'
import type { MailRail } from './port.ts'

export interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string
  readonly from: string
}

const TIMEOUT_MS = 15_000

/** With the connection, with the greeting, and with each answer after. */
const patience = (ms: number) => ({ connectionTimeout: ms, greetingTimeout: ms, socketTimeout: ms })

/** One line, whatever it was made of: nothing in it can begin another header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are looked for
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim()

/** A few connections, kept open. */
export function smtpMail({ url, from }: SmtpOptions): MailRail {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    ...patience(TIMEOUT_MS),
    // Facts come from strangers: no part of a message may name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    captures: false,
    async send({ to, subject, text, html, id }) {
      const domain = from.replace(/^.*@|>$/g, '')
      await transport.sendMail({
        from,
        // As an object it is one address, never a list.
        to: { name: '', address: oneLine(to) },
        subject: oneLine(subject),
        text,
        html,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      return { status: 'delivered' }
    },
    close: () => transport.close(),
  }
}

/** Rejects when the server cannot be reached or does not know us. */
export async function verifySmtp(url: string, timeoutMs = TIMEOUT_MS): Promise<void> {
  const transport = createTransport({ url, ...patience(timeoutMs) })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
