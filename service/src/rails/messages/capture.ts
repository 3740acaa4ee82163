import type { MailRail, SmsRail } from './port.ts'

export const NO_SMTP = 'SMTP_URL is not set: mail is kept and not sent.'
const NO_SMS = 'SMS_URL is not set: SMS are kept and not sent.'

export const capturedMail: MailRail = {
  captures: true,
  send: async () => ({ status: 'captured', why: NO_SMTP }),
  close() {},
}

export const capturedSms: SmsRail = { send: async () => ({ status: 'captured', why: NO_SMS }) }
