import { type Config, variableOf } from '../config.ts'

/** Settings that production always needs. */
const REQUIRED = [
  'productionUrl',
  'vaultKey',
  'achOut',
  'achIn',
  'achDestination',
  'achDestinationName',
  'achOrigin',
  'achOriginName',
  'achCompanyId',
  'achRoutingNumber',
  'smtpUrl',
] as const satisfies readonly (keyof Config)[]

/** Settings that production does without, and what nobody can do then. */
const OPTIONAL = [
  { key: 'stripeApiKey', without: 'purchases by card' },
  { key: 'stripePublishableKey', without: 'purchases by card' },
  { key: 'stripeWebhookSecret', without: 'purchases by card' },
  { key: 'smsUrl', without: 'P2P payments, and codes sent to phones' },
] as const satisfies readonly { readonly key: keyof Config; readonly without: string }[]

/** Settings that production needs because of another setting. */
const CONDITIONAL: readonly { readonly when: (config: Config) => boolean; readonly needs: readonly string[] }[] = [
  {
    when: ({ tlsCertFile, tlsKeyFile, trustedProxies }) => !tlsCertFile && !tlsKeyFile && trustedProxies.length === 0,
    needs: ['TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES'],
  },
  { when: ({ tlsCertFile, tlsKeyFile }) => Boolean(tlsCertFile) && !tlsKeyFile, needs: ['TLS_KEY_FILE'] },
  { when: ({ tlsCertFile, tlsKeyFile }) => Boolean(tlsKeyFile) && !tlsCertFile, needs: ['TLS_CERT_FILE'] },
  { when: ({ achSftpUrl, achSftpHostKey }) => Boolean(achSftpUrl) && !achSftpHostKey, needs: ['ACH_SFTP_HOST_KEY'] },
  {
    when: ({ achSftpUrl, achSftpPassword, achSftpKeyFile }) =>
      Boolean(achSftpUrl) && !achSftpPassword && !achSftpKeyFile,
    needs: ['ACH_SFTP_KEY_FILE or ACH_SFTP_PASSWORD'],
  },
  {
    when: ({ stripeApiKey, stripePublishableKey }) => Boolean(stripeApiKey) && !stripePublishableKey,
    needs: ['STRIPE_PUBLISHABLE_KEY'],
  },
  {
    when: ({ stripeApiKey, stripeWebhookSecret }) => Boolean(stripeApiKey) && !stripeWebhookSecret,
    needs: ['STRIPE_WEBHOOK_SECRET'],
  },
  { when: ({ identityUrl, identityKey }) => Boolean(identityUrl) && !identityKey, needs: ['IDENTITY_KEY'] },
  { when: ({ identityUrl, identitySecret }) => Boolean(identityUrl) && !identitySecret, needs: ['IDENTITY_SECRET'] },
]

/** The variables that must be set before production is served. */
export function productionMissing(config: Config): string[] {
  const plain = REQUIRED.filter((key) => !config[key]).map((key) => variableOf(key))
  return [...plain, ...CONDITIONAL.filter(({ when }) => when(config)).flatMap(({ needs }) => needs)]
}

/** The optional settings that are not set, each with what nobody can do without it. */
export const productionOptional = (config: Config): readonly { readonly name: string; readonly without: string }[] =>
  OPTIONAL.filter(({ key }) => !config[key]).map(({ key, without }) => ({ name: variableOf(key), without }))

/** The variables that production always needs, set or not: lines of the go-live list. */
export const productionSettings = (): readonly string[] => REQUIRED.map((key) => variableOf(key))
