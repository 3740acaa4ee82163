import { dollars } from '../../kernel/money.ts'
import { asName, type Block, type Letter, minute, type RenderedMail, renderLetter } from './layout.ts'
import type { MessageFacts, SecurityEvent } from './model.ts'
import { suspendedLetter, withdrawalLetter } from './withdrawal-texts.ts'

type Texts = Pick<MessageFacts, 'p2p_code' | 'sign_in_code'>
type Mails = Omit<MessageFacts, keyof Texts>

const day = (at: Date): string => at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

type PayoutFacts = MessageFacts['payout_issued']
type Rows = [name: string, value: string][]

/** The words of a payout's mail; the amount, the enterprise and the description follow in rows of every one. */
interface PayoutLetter extends Pick<Letter, 'subject' | 'heading'> {
  readonly say: string
  /** When, and where to. */
  readonly rows: Rows
  readonly after?: readonly Block[]
}

/** A payout that nobody has claimed yet: it is paid already, or will be on a later day. */
function claimable(facts: PayoutFacts): PayoutLetter {
  const { name, enterprise, amount, claimableUntil, paidOn } = facts
  const until = claimableUntil && minute(new Date(claimableUntil))
  const finish = `Finish setting up how you are paid ${until ? `by ${until}` : 'within 30 days'} to receive it.`
  const rows: Rows = [
    ...(until ? ([['Claim by', until]] as Rows) : []),
    ['To', 'The account you choose when you claim it'],
  ]
  if (!paidOn) {
    return {
      subject: `${dollars(amount)} from ${enterprise} is waiting for you`,
      heading: `${dollars(amount)} is waiting for you`,
      say: `Hello ${name}, ${enterprise} has paid you. ${finish}`,
      rows,
      after: wayToClaim(facts, 'Claim your money'),
    }
  }
  const on = day(new Date(paidOn))
  return {
    subject: `${dollars(amount)} from ${enterprise} on ${on}`,
    heading: `${dollars(amount)} will be yours on ${on}`,
    say: `Hello ${name}, ${enterprise} will pay you on ${on}. ${finish}`,
    rows: [['Paid on', on], ...rows],
    after: wayToClaim(facts, 'Set up how you are paid'),
  }
}

const wayToClaim = ({ claimUrl, enterprise }: PayoutFacts, button: string): readonly Block[] =>
  claimUrl === undefined
    ? []
    : [
        { button, url: claimUrl },
        { note: `The link is for you alone and works once. It asks a question that ${enterprise} has chosen.` },
      ]

/** Money in an account of ours is there at once. */
const arrived = ({ name, enterprise, amount, type }: PayoutFacts): PayoutLetter => ({
  subject: `${dollars(amount)} from ${enterprise} has arrived`,
  heading: `${dollars(amount)} has arrived`,
  say: `Hello ${name}, ${enterprise} has paid you. The money is in your ${type === 'wallet' ? 'wallet' : 'Tributary account'} and yours to use.`,
  rows: [],
})

const onItsWay = ({ name, enterprise, amount, type }: PayoutFacts): PayoutLetter => ({
  subject: `${dollars(amount)} from ${enterprise}${type === undefined ? '' : ' is on its way'}`,
  heading: `${dollars(amount)} is on its way to you`,
  say: `Hello ${name}, ${enterprise} has paid you.${type === undefined ? '' : ' The money reaches your bank within a few business days.'}`,
  rows: [],
})

/** Queued by an older version, a mail knows neither when nor where to. */
function sentRows({ sentAt, destination, type }: PayoutFacts): Rows {
  return [
    ...(sentAt === undefined ? [] : ([[type === 'ach' ? 'Sent' : 'Arrived', minute(new Date(sentAt))]] as Rows)),
    ...(destination === undefined ? [] : ([['To', destination]] as Rows)),
  ]
}

function payoutLetter(facts: PayoutFacts): Letter {
  const isThere = facts.type === 'direct' || facts.type === 'wallet'
  const {
    subject,
    heading,
    say,
    rows,
    after = [],
  } = facts.claimable ? claimable(facts) : { ...(isThere ? arrived(facts) : onItsWay(facts)), rows: sentRows(facts) }
  const all: Rows = [['Amount', dollars(facts.amount)], ['From', facts.enterprise], ['For', facts.description], ...rows]
  return { subject, heading, blocks: [{ say }, { rows: all }, ...after] }
}

const INVITE = {
  Payout: (enterprise: string) => ({
    subject: `${enterprise} invites you to get paid`,
    heading: `${enterprise} wants to pay you`,
  }),
  Generic: (enterprise: string) => ({
    subject: `${enterprise} invites you to connect`,
    heading: `Connect with ${enterprise}`,
  }),
} as const

const inviteLetter = ({ name, enterprise, useCase, url, expiresAt }: MessageFacts['invite']): Letter => ({
  ...INVITE[useCase](enterprise),
  blocks: [
    {
      say:
        useCase === 'Payout'
          ? `Hello ${name}, choose how you want to be paid. It takes a few minutes.`
          : `Hello ${name}, ${enterprise} is partnered with Tributary. Connecting takes a few minutes.`,
    },
    { button: 'Get started', url },
    { note: `The link is for you alone and works until ${minute(new Date(expiresAt))}.` },
  ],
})

const PERMISSIONS = { 'payment.credit': 'to pay you', 'payment.debit': 'to debit your account' } as const

/** An invitation to a creator who has connected before. */
function editLetter({ name, enterprise, asksFor = [], url, expiresAt }: MessageFacts['invite']): Letter {
  const permissions = asksFor.map((permission) => PERMISSIONS[permission]).join(' and ')
  return {
    subject: `${enterprise} asks you to review your connection`,
    heading: `Your connection with ${enterprise}`,
    blocks: [
      {
        say: `Hello ${name}, you are connected with ${enterprise}, and nothing changes unless you change it. ${
          permissions === '' ? '' : `${enterprise} asks for your permission ${permissions}. `
        }Here you see how you are paid and what you allow, and you can answer agreements that wait for you.`,
      },
      { button: 'Review your connection', url },
      { note: `The link is for you alone and works until ${minute(new Date(expiresAt))}.` },
    ],
  }
}

const NOT_ME =
  'It was not you? Then choose a new password at once, sign out everywhere, and tell an admin of your enterprise.'
const NOT_US = 'You did not expect this? Look into the audit log of the dashboard, and take the access back.'

const SECURITY: Record<
  SecurityEvent,
  { readonly subject: string; readonly say: (enterprise: string) => string; readonly otherwise: string }
> = {
  new_device: {
    subject: 'New sign-in',
    say: (enterprise) => `your login to the dashboard of ${enterprise} was used on a device that we do not know.`,
    otherwise: NOT_ME,
  },
  key_created: {
    subject: 'New API key',
    say: (enterprise) => `an API key of ${enterprise} was made.`,
    otherwise: NOT_US,
  },
  role_changed: {
    subject: 'Role changed',
    say: (enterprise) => `a role at ${enterprise} was changed.`,
    otherwise: NOT_US,
  },
  access_ended: {
    subject: 'Access ended',
    say: (enterprise) => `a person can no longer sign in to the dashboard of ${enterprise}.`,
    otherwise: NOT_US,
  },
  password_changed: { subject: 'Password changed', say: () => 'your password was changed.', otherwise: NOT_ME },
  second_factor_on: { subject: 'Second factor on', say: () => 'your second factor was set up.', otherwise: NOT_ME },
  second_factor_off: {
    subject: 'Second factor off',
    say: () => 'your second factor was turned off: your password alone signs you in.',
    otherwise: NOT_ME,
  },
  passkey_added: { subject: 'Passkey added', say: () => 'a passkey was added to your login.', otherwise: NOT_ME },
  passkey_removed: {
    subject: 'Passkey removed',
    say: () => 'a passkey was removed from your login.',
    otherwise: NOT_ME,
  },
}

type ApprovalFacts = MessageFacts['approval_needed'] | MessageFacts['approval_decided']

const approvalRows = ({ what, amount, enterprise }: ApprovalFacts): Rows => [
  ['What', what],
  ...(amount === undefined ? [] : ([['Amount', dollars(amount)]] as Rows)),
  ['Enterprise', enterprise],
]

const toDashboard = ({ url }: ApprovalFacts, button: string): readonly Block[] =>
  url === undefined ? [] : [{ button, url }]

const OUTCOMES = {
  approved: { subject: 'Approved', say: 'was approved, and is carried out.' },
  rejected: { subject: 'Rejected', say: 'was rejected. It is not carried out, and money that was held is back.' },
  expired: {
    subject: 'Not approved in time',
    say: 'was not approved in time. It is not carried out, and money that was held is back.',
  },
  void: { subject: 'No longer needed', say: 'needs no approval any more: it was canceled or failed meanwhile.' },
} as const

const CHANGED = {
  password: 'password',
  email: 'e-mail address',
  mobile: 'mobile number',
  bank_account: 'bank account for withdrawals',
} as const

/** The text of each e-mail. No secret but the invite's own link, and no account number. */
const LETTERS: { [K in keyof Mails]: (facts: Mails[K]) => Letter } = {
  login_created: ({ name }) => ({
    subject: 'Your Tributary login',
    heading: `Welcome, ${name}`,
    blocks: [
      { say: 'A login was made for this e-mail address. Sign in with it to see what you were paid.' },
      {
        note: 'If this was not you, somebody entered your address. Do not share any code we send you, and tell whoever invited you that this login is not yours.',
      },
    ],
  }),
  email_code: ({ code, minutes }) => ({
    subject: `${code} is your Tributary code`,
    heading: 'Confirm your e-mail address',
    blocks: [
      { say: 'Enter this code on the page that asked for it:' },
      { rows: [['Code', code]] },
      {
        note: `It works for ${minutes} minutes. It was not you? Then somebody typed your address: do nothing, and give the code to nobody.`,
      },
    ],
  }),
  creator_password_reset: ({ name, url, minutes }) => ({
    subject: 'Choose a new password',
    heading: `Choose a new password, ${name}`,
    blocks: [
      { say: 'Somebody asked for a new password for your Tributary login.' },
      { button: 'Choose a new password', url },
      {
        note: `The link works for ${minutes} minutes, and a code to your mobile number is needed too. It was not you? Then do nothing: your password stays as it is.`,
      },
    ],
  }),
  login_changed: ({ name, what }) => ({
    subject: `Your ${CHANGED[what]} was changed`,
    heading: `Your ${CHANGED[what]} was changed, ${name}`,
    blocks: [
      { say: `The ${CHANGED[what]} of your Tributary login was changed just now.` },
      {
        note: 'It was not you? Then choose a new password at once, end the sessions that you do not know, and tell the enterprise that pays you.',
      },
    ],
  }),
  account_opened: ({ name }) => ({
    subject: 'Your account is open',
    heading: `Your account is open, ${name}`,
    blocks: [{ say: 'Money that is paid to you arrives there within seconds and is yours to use at once.' }],
  }),
  invite: (facts) => (facts.isActive ? editLetter(facts) : inviteLetter(facts)),
  payout_issued: payoutLetter,
  bank_corrected: ({ name, enterprise, destination, own }) =>
    own
      ? {
          subject: 'Your bank details were corrected',
          heading: `Your bank details were corrected, ${name}`,
          blocks: [
            { say: `Your bank told us that the details ${enterprise} pays you with had a mistake, and what is right.` },
            { say: `You are now paid to ${destination}.` },
            {
              note: 'Is that not your account? Ask your bank, then change your details with the enterprise that pays you.',
            },
          ],
        }
      : {
          subject: `Bank details of ${name} were corrected`,
          heading: `Bank details of ${name} were corrected`,
          blocks: [{ say: `The receiving bank corrected them. ${name} is now paid to ${destination}.` }],
        },
  bank_suspended: suspendedLetter,
  webhook_disabled: ({ enterprise, webhook, event, url, why, disabledAt, missedSince = disabledAt }) => ({
    subject: `Your webhook for ${event} is disabled`,
    heading: `Your webhook for ${event} is disabled`,
    blocks: [
      { say: `We stopped calling a webhook of ${enterprise}. Nothing is lost: every event is kept.` },
      {
        rows: [
          ['Webhook', webhook],
          ['Event', event],
          ['URL', url],
          ['Why', why],
        ],
      },
      { say: 'Once the receiver works again, this request enables it and sends what it missed:' },
      { rows: [['Request', `POST /webhook/${webhook}/recover {"since":"${missedSince}"}`]] },
    ],
  }),
  withdrawal: withdrawalLetter,
  person_invited: ({ enterprise, inviter, role, url, expiresAt }) => ({
    subject: `${inviter} invites you to ${enterprise}`,
    heading: `Join ${enterprise} on Tributary`,
    blocks: [
      { say: `${inviter} gives you access to the dashboard of ${enterprise}, in the role ${role}.` },
      { button: 'Accept the invitation', url },
      { note: `The link is for you alone and works until ${minute(new Date(expiresAt))}.` },
    ],
  }),
  password_reset: ({ name, url, minutes }) => ({
    subject: 'Choose a new password',
    heading: `Choose a new password, ${name}`,
    blocks: [
      { say: 'Somebody asked for a new password for your login to the dashboard.' },
      { button: 'Choose a new password', url },
      {
        note: `The link works for ${minutes} minutes. If this was not you, ignore this e-mail: your password stays as it is.`,
      },
    ],
  }),
  approval_needed: (facts) => ({
    subject: `Your approval is needed: ${facts.what}`,
    heading: 'Your approval is needed',
    blocks: [
      {
        say: `Hello ${facts.name}, something at ${facts.enterprise} waits for ${facts.needed === 1 ? 'an approval' : `${facts.needed} approvals`}. Nothing is paid or changed before.`,
      },
      { rows: [...approvalRows(facts), ['Approve by', minute(new Date(facts.expiresAt))]] },
      ...toDashboard(facts, 'Review it'),
      { note: 'Look at whom it goes to before you approve. This mail asks for no password and no code.' },
    ],
  }),
  approval_decided: (facts) => ({
    subject: `${OUTCOMES[facts.outcome].subject}: ${facts.what}`,
    heading: OUTCOMES[facts.outcome].subject,
    blocks: [
      { say: `Hello ${facts.name}, what you asked for at ${facts.enterprise} ${OUTCOMES[facts.outcome].say}` },
      {
        rows: [
          ...approvalRows(facts),
          ...(facts.by === undefined ? [] : ([['By', facts.by]] as Rows)),
          ...(facts.reason === undefined ? [] : ([['Reason', facts.reason]] as Rows)),
        ],
      },
      ...toDashboard(facts, 'Look at it'),
    ],
  }),
  alert_raised: ({ label, enterprise, summary, at, url }) => ({
    subject: `${label} at ${enterprise}`,
    heading: label,
    blocks: [
      { say: summary },
      {
        rows: [
          ['Enterprise', enterprise],
          ['Noticed', minute(new Date(at))],
        ],
      },
      ...(url === undefined ? [] : [{ button: 'Look at it', url }]),
      {
        note: 'The alert clears by itself when its cause is gone. Settings at the dashboard say what you are told of.',
      },
    ],
  }),
  security_notice: ({ name, event, enterprise, at, rows }) => ({
    subject: `${SECURITY[event].subject} at ${enterprise}`,
    heading: SECURITY[event].subject,
    blocks: [
      { say: `Hello ${name}, ${SECURITY[event].say(enterprise)}` },
      { rows: [...rows, ['Time', minute(new Date(at))]] },
      { note: SECURITY[event].otherwise },
    ],
  }),
  daily_summary: ({ enterprise, day, payouts, amount, failed, operating }) => ({
    subject: `${enterprise}: summary of ${day}`,
    heading: `${enterprise} on ${day}`,
    blocks: [
      {
        rows: [
          ['Payouts created', payouts.toLocaleString('en-US')],
          ['Total amount', dollars(amount)],
          ['Failed, returned or canceled', failed.toLocaleString('en-US')],
          ['Operating account', dollars(operating)],
        ],
      },
      { note: 'Days are UTC. You get this because your enterprise has a notification address.' },
    ],
  }),
}

const SMS: { [K in keyof Texts]: (facts: Texts[K]) => string } = {
  p2p_code: ({ code, amount, enterprise, destinationName }) => {
    const asker = asName(enterprise)
    const what = `${dollars(amount)} to ${asName(destinationName)}`
    return `${code} is your code to send ${what}, asked for by ${asker}. It is valid for 10 minutes. Enter it only at ${asker}.`
  },
  sign_in_code: ({ code }) =>
    `${code} is your Tributary sign-in code. Never share it; we will not call or write to ask for it.`,
}

const isLetter = (kind: string): kind is keyof Mails => Object.hasOwn(LETTERS, kind)

export function renderMail(kind: keyof MessageFacts, facts: MessageFacts[keyof MessageFacts]): RenderedMail {
  if (!isLetter(kind)) throw new Error(`${kind} is no e-mail`)
  return renderLetter((LETTERS[kind] as (facts: unknown) => Letter)(facts))
}

export function renderSms(kind: keyof MessageFacts, facts: MessageFacts[keyof MessageFacts]): string {
  if (isLetter(kind)) throw new Error(`${kind} is no SMS`)
  return (SMS[kind] as (facts: unknown) => string)(facts)
}
