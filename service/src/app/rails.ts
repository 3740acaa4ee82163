import type { Config } from '../config.ts'
import type { Environment } from '../kernel/environment.ts'
import { SECOND_MS } from '../kernel/time.ts'
import { achInWindows } from '../rails/ach/by-file.ts'
import type { AchRail } from '../rails/ach/port.ts'
import { sandboxAch } from '../rails/ach/sandbox.ts'
import { noCards } from '../rails/cards/none.ts'
import type { CardRail } from '../rails/cards/port.ts'
import { sandboxCards } from '../rails/cards/sandbox.ts'
import { stripeCards } from '../rails/cards/stripe.ts'
import type { NewCode } from '../rails/codes/port.ts'
import { randomCode } from '../rails/codes/random.ts'
import { sandboxCode } from '../rails/codes/sandbox.ts'
import { httpIdentity } from '../rails/identity/http.ts'
import { manualIdentity } from '../rails/identity/manual.ts'
import type { IdentityRail } from '../rails/identity/port.ts'
import { sandboxIdentity } from '../rails/identity/sandbox.ts'
import { capturedMail, capturedSms } from '../rails/messages/capture.ts'
import type { MailRail, SmsRail } from '../rails/messages/port.ts'
import { smtpMail } from '../rails/messages/smtp.ts'
import { twilioSms } from '../rails/messages/twilio.ts'
import { bankWindows } from './bank-files.ts'
import { productionMissing } from './production-settings.ts'

/** The implementation of every port to the outside world. Mail and SMS are shared by both environments. */
export interface Rails {
  readonly ach: Record<Environment, AchRail>
  readonly cards: Record<Environment, CardRail>
  readonly identity: Record<Environment, IdentityRail>
  readonly newCode: Record<Environment, NewCode>
  /** The routing number of the bank that creators' accounts are at. */
  readonly routingNumber: Record<Environment, string | undefined>
  readonly mail: MailRail
  readonly sms: SmsRail
}

/** When payments leave; in production `bank-files.ts` carries the entries to the bank. */
export const achRails = (config: Config): Record<Environment, AchRail> => ({
  sandbox: sandboxAch,
  production: achInWindows(bankWindows(config)),
})

/** A routing number that no bank has. */
const SANDBOX_ROUTING = '999999992'

export function chooseRails(config: Config, simulatedCards: CardRail = sandboxCards): Rails {
  return {
    ach: achRails(config),
    cards: { sandbox: simulatedCards, production: productionCards(config) },
    identity: identityRails(config),
    newCode: { sandbox: sandboxCode, production: randomCode },
    routingNumber: { sandbox: SANDBOX_ROUTING, production: config.achRoutingNumber },
    mail: mailRail(config),
    sms: smsRail(config),
  }
}

/** Without a Stripe key production takes no cards. Where production is not served at all, nobody reaches its network. */
function productionCards(config: Config): CardRail {
  const { stripeApiKey: apiKey, stripePublishableKey, stripeWebhookSecret, stripeApiBase: apiBase } = config
  if (!apiKey) return productionMissing(config).length === 0 ? noCards : sandboxCards
  return stripeCards({
    apiKey,
    apiBase,
    publishableKey: stripePublishableKey ?? '',
    webhookSecret: stripeWebhookSecret ?? '',
    timeoutMs: (config.cardLeaseSeconds * SECOND_MS) / 2,
  })
}

export const identityRails = (config: Config): Record<Environment, IdentityRail> => ({
  sandbox: sandboxIdentity,
  production: productionIdentity(config),
})

/** Without an identity provider every application waits for the operator's decision. */
function productionIdentity({ identityUrl: url, identityKey: key, identitySecret: secret }: Config): IdentityRail {
  return url && key && secret ? httpIdentity({ url, key, secret }) : manualIdentity
}

const mailRail = ({ smtpUrl, mailFrom }: Config): MailRail =>
  smtpUrl ? smtpMail({ url: smtpUrl, from: mailFrom }) : capturedMail

function smsRail({ smsUrl, smsAccount, smsToken, smsFrom }: Config): SmsRail {
  if (!smsUrl || !smsAccount || !smsToken || !smsFrom) return capturedSms
  return twilioSms({ url: smsUrl, account: smsAccount, token: smsToken, from: smsFrom })
}
