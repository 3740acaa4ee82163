/** An e-mail, ready to go. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The same in every attempt, so that a mail sent twice can be recognised. */
  readonly id: string
}

export interface Sms {
  readonly to: string
  readonly text: string
}

/** `captured`: nothing is sent here, by intention; why says so. */
export type Sent = { readonly status: 'delivered' } | { readonly status: 'captured'; readonly why: string }

/** Rejects when it was not taken, with a reason a person can read. */
export interface MailRail {
  send(mail: Mail): Promise<Sent>
  /** True when everything is captured. */
  readonly captures: boolean
  close(): void
}

export interface SmsRail {
  send(sms: Sms): Promise<Sent>
}
