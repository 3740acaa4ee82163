/** A complete e-mail. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The same in every attempt, so that mail servers recognise a mail that is sent twice. */
  readonly id: string
}

export interface Sms {
  readonly to: string
  readonly text: string
}

/** `captured`: the message is stored and not sent, because no provider is set up; `why` says so. */
export type Sent = { readonly status: 'delivered' } | { readonly status: 'captured'; readonly why: string }

/** `send` rejects when the server does not accept the mail, with a reason for people to read. */
export interface MailRail {
  send(mail: Mail): Promise<Sent>
  /** True when everything is captured. */
  readonly captures: boolean
  close(): void
}

export interface SmsRail {
  send(sms: Sms): Promise<Sent>
}
