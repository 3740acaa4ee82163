import { createTransport } from 'nodemailer'
import type { MailRail } from './port.ts'

export interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string
  readonly from: string
}

const TIMEOUT_MS = 15_000

const timeouts = (ms: number) => ({ connectionTimeout: ms, greetingTimeout: ms, socketTimeout: ms })

/** The text in one line, so that a recipient or subject cannot inject another header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim()

/** Sends mail over a pool of SMTP connections. */
export function smtpMail({ url, from }: SmtpOptions): MailRail {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    ...timeouts(TIMEOUT_MS),
    // Creators and buyers supply parts of a message: none of them may make the library read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    captures: false,
    async send({ to, subject, text, html, id }) {
      const domain = from.replace(/^.*@|>$/g, '')
      await transport.sendMail({
        from,
        // As an object it is one address. As a string it could be a list.
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

/** Rejects when the server cannot be reached or refuses the user name and password. */
export async function verifySmtp(url: string, timeoutMs = TIMEOUT_MS): Promise<void> {
  const transport = createTransport({ url, ...timeouts(timeoutMs) })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
