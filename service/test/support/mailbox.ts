import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** As it came over the wire. */
  readonly raw: string
}

export interface Mailbox {
  readonly url: string
  readonly mails: ReceivedMail[]
  /** How often a recipient was refused. */
  refusals(): number
  /** From now on every recipient is refused with this code; with none, all are taken. */
  refuse(code: number | undefined): void
}

/** A real SMTP server, until the test or what else is named has ended. */
export async function startMailbox(atEnd: (close: () => Promise<void>) => unknown = onTestFinished): Promise<Mailbox> {
  const mails: ReceivedMail[] = []
  let refusal: number | undefined
  let refused = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    // The service keeps its connections open; the test need not wait for them.
    closeTimeout: 50,
    onRcptTo(_address, _session, done) {
      if (refusal === undefined) return done()
      refused++
      done(Object.assign(new Error('Mailbox unavailable'), { responseCode: refusal }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  atEnd(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refusals: () => refused,
    refuse(code) {
      refusal = code
    },
  }
}

/** The decoded parts of a multipart mail. */
export const partsOf = (raw: string): string =>
  raw
    .replace(/=\r\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (hex) => Buffer.from(hex.replaceAll('=', ''), 'hex').toString())
