import {
  achOrigin,
  achText,
  companyText,
  easternTime,
  easternTimes,
  offsetAccount,
  oneOf,
  routingNumber,
  type Setting,
  text,
  url,
  whole,
} from './setting.ts'

/** The settings of the exchange of files with our bank: its folders, its keys, how we name ourselves, its cut-offs. */
export const BANK_SETTINGS = {
  achOut: {
    name: 'ACH_OUT',
    means: "Folder that the bank takes our ACH files from; at the bank's server with ACH_SFTP_URL.",
    ...text,
  },
  achIn: { name: 'ACH_IN', means: 'Folder that the bank puts its files into; likewise.', ...text },
  achSftpUrl: {
    name: 'ACH_SFTP_URL',
    means: "The bank's SFTP server, `sftp://user@host:22`.",
    ...url(['sftp:'], 'a URL like `sftp://user@host:22`'),
    fallback: 'none, the folders are on this machine',
  },
  achSftpHostKey: {
    name: 'ACH_SFTP_HOST_KEY',
    means: 'Fingerprint of its host key, `SHA256:…`; a server with another key is refused.',
    ...text,
  },
  achSftpPassword: { name: 'ACH_SFTP_PASSWORD', means: 'The password to sign in with.', ...text },
  achSftpKeyFile: {
    name: 'ACH_SFTP_KEY_FILE',
    means: 'The private key to sign in with, instead of a password.',
    ...text,
  },
  achSftpKeyPassphrase: {
    name: 'ACH_SFTP_KEY_PASSPHRASE',
    means: 'The passphrase of that key, where it has one.',
    ...text,
  },
  achPgpBankKeyFile: {
    name: 'ACH_PGP_BANK_KEY_FILE',
    means: "The bank's public OpenPGP key: files leave encrypted to it, under names that end with `.pgp`.",
    ...text,
  },
  achPgpKeyFile: {
    name: 'ACH_PGP_KEY_FILE',
    means: 'Our private OpenPGP key: it signs the files that leave encrypted, and opens those of the bank.',
    ...text,
  },
  achPgpKeyPassphrase: {
    name: 'ACH_PGP_KEY_PASSPHRASE',
    means: 'The passphrase of that key, where it has one.',
    ...text,
  },
  achPgpSigned: {
    name: 'ACH_PGP_SIGNED',
    means:
      'With ACH_PGP_KEY_FILE, whether files of the bank must carry its signature too; `off` where it does not sign.',
    ...oneOf(['on', 'off'], 'on'),
  },
  achDestination: {
    name: 'ACH_DESTINATION',
    means: 'Routing number of the institution that receives our files.',
    ...routingNumber,
  },
  achDestinationName: {
    name: 'ACH_DESTINATION_NAME',
    means: 'Name of that institution, at most 23 characters.',
    ...achText(23),
  },
  achOrigin: {
    name: 'ACH_ORIGIN',
    means: 'Our immediate origin as the bank gave it: ten letters and digits, or nine digits.',
    ...achOrigin,
  },
  achOriginName: { name: 'ACH_ORIGIN_NAME', means: 'Our name, at most 23 characters.', ...companyText(23) },
  achCompanyId: {
    name: 'ACH_COMPANY_ID',
    means: 'Our company identification, at most ten characters.',
    ...companyText(10),
  },
  achRoutingNumber: {
    name: 'ACH_ROUTING_NUMBER',
    means: 'Routing number of the bank that originates and holds the accounts.',
    ...routingNumber,
  },
  achSameDayCutoffs: {
    name: 'ACH_SAME_DAY_CUTOFFS',
    means: "The bank's cut-offs for Same Day ACH, in US Eastern time; `none` where it does not do that for you.",
    ...easternTimes('10:30,14:45,16:45', '16:45'),
  },
  achNextDayCutoff: {
    name: 'ACH_NEXT_DAY_CUTOFF',
    means: "The bank's cut-off for files that settle on the next banking day, in US Eastern time.",
    ...easternTime('20:00'),
  },
  achLeadMinutes: {
    name: 'ACH_LEAD_MINUTES',
    means: 'How long before a cut-off our files are made, in minutes.',
    ...whole(0, 480, 30),
  },
  achAddenda: {
    name: 'ACH_ADDENDA',
    means: '`on` writes the description of a payout into an addenda record, which some banks charge for.',
    ...oneOf(['on', 'off'], 'off'),
  },
  achPrenotes: {
    name: 'ACH_PRENOTES',
    means: '`on` tests each new bank account by a prenotification; payouts to it wait three banking days.',
    ...oneOf(['on', 'off'], 'off'),
  },
  achOffsetAccount: {
    name: 'ACH_OFFSET_ACCOUNT',
    means:
      'Our account that each batch debits for its sum, `ROUTING:ACCOUNT:checking`, for a bank that wants balanced files.',
    ...offsetAccount,
  },
  achPollSeconds: {
    name: 'ACH_POLL_SECONDS',
    means: "How often the bank's folders are checked, in seconds.",
    ...whole(1, 3_600, 60),
  },
} satisfies Record<string, Setting<unknown>>
