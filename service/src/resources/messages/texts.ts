import type { Language } from '../../http/index.ts'
import { dollars } from '../../kernel/money.ts'
import {
  changedLetter,
  codeLetter,
  correctedLetter,
  inviteLetter,
  loginLetter,
  openedLetter,
  ownSuspendedLetter,
  ownWithdrawalLetter,
  p2pText,
  payoutLetter,
  resetLetter,
  signInText,
} from './creator-letters.ts'
import { type Block, dayIn, type Letter, minute, type RenderedMail, renderLetter } from './layout.ts'
import type { MessageFacts, SecurityEvent } from './model.ts'
import { suspendedLetter, withdrawalLetter } from './withdrawal-texts.ts'
import { sayIn } from './words/index.ts'

type Texts = Pick<MessageFacts, 'p2p_code' | 'sign_in_code'>
type Mails = Omit<MessageFacts, keyof Texts>

type Rows = [name: string, value: string][]

const NOT_ME =
  'It was not you? Then choose a new password at once, sign out everywhere, and tell an admin of your enterprise.'
const NOT_US = 'You did not expect this? Look into the audit log of the dashboard, and take the access back.'

const SECURITY: Record<
  SecurityEvent,
  {
    readonly subject: string
    readonly say: (enterprise: string) => string
    readonly button?: string
    readonly otherwise: string
  }
> = {
  new_device: {
    subject: 'New sign-in',
    say: (enterprise) => `your login to the dashboard of ${enterprise} was used on a device that we do not know.`,
    otherwise: NOT_ME,
  },
  key_created: {
    subject: 'New API key',
    say: (enterprise) => `an API key of ${enterprise} was made.`,
    button: 'See the API keys',
    otherwise: NOT_US,
  },
  role_changed: {
    subject: 'Role changed',
    say: (enterprise) => `a role at ${enterprise} was changed.`,
    button: 'See who has access',
    otherwise: NOT_US,
  },
  access_ended: {
    subject: 'Access ended',
    say: (enterprise) => `a person can no longer sign in to the dashboard of ${enterprise}.`,
    button: 'See who has access',
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

/** The one link of a mail; none where its page is not known. */
const toPage = (button: string, url: string | undefined): readonly Block[] =>
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

/** The text of each e-mail. No secret but the invite's own link, and no account number. */
const LETTERS: { [K in keyof Mails]: (facts: Mails[K], language: Language) => Letter } = {
  login_created: loginLetter,
  email_code: codeLetter,
  creator_password_reset: resetLetter,
  login_changed: changedLetter,
  account_opened: openedLetter,
  invite: inviteLetter,
  payout_issued: payoutLetter,
  bank_corrected: (facts, language) =>
    facts.own
      ? correctedLetter(facts, language)
      : {
          subject: `Bank details of ${facts.name} were corrected`,
          heading: `Bank details of ${facts.name} were corrected`,
          blocks: [
            { say: `The receiving bank corrected them. ${facts.name} is now paid to ${facts.destination}.` },
            ...toPage('Open the creator', facts.page),
          ],
        },
  bank_suspended: (facts, language) => (facts.own ? ownSuspendedLetter(facts, language) : suspendedLetter(facts)),
  webhook_disabled: ({ enterprise, webhook, event, url, why, disabledAt, missedSince = disabledAt, page }) => ({
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
      { say: 'Once the receiver works again, enable it: it is sent what it missed.' },
      ...toPage('Open the webhook', page),
      { say: 'Programs enable it by this request:' },
      { rows: [['Request', `POST /webhook/${webhook}/recover {"since":"${missedSince}"}`]] },
    ],
  }),
  withdrawal: (facts, language) =>
    facts.enterprise === undefined ? ownWithdrawalLetter(facts, language) : withdrawalLetter(facts),
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
      ...toPage('Review it', facts.url),
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
      ...toPage('Look at it', facts.url),
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
      ...toPage('Look at it', url),
      {
        note: 'The alert clears by itself when its cause is gone. Settings at the dashboard say what you are told of.',
      },
    ],
  }),
  security_notice: ({ name, event, enterprise, at, rows, page }) => ({
    subject: `${SECURITY[event].subject} at ${enterprise}`,
    heading: SECURITY[event].subject,
    blocks: [
      { say: `Hello ${name}, ${SECURITY[event].say(enterprise)}` },
      { rows: [...rows, ['Time', minute(new Date(at))]] },
      ...toPage(SECURITY[event].button ?? 'See your login', page),
      { note: SECURITY[event].otherwise },
    ],
  }),
  daily_summary: ({ enterprise, day, payouts, amount, failed, operating, url }) => ({
    subject: `${enterprise}: summary of ${day}`,
    heading: `${enterprise} on ${dayIn(new Date(day), 'en')}`,
    blocks: [
      {
        rows: [
          ['Payouts created', payouts.toLocaleString('en-US')],
          ['Total amount', dollars(amount)],
          ['Failed, returned or canceled', failed.toLocaleString('en-US')],
          ['Operating account', dollars(operating)],
        ],
      },
      ...toPage('Open the dashboard', url),
      { note: 'Days are UTC. You get this because your enterprise has a notification address.' },
    ],
  }),
}

const SMS: { [K in keyof Texts]: (facts: Texts[K], language: Language) => string } = {
  p2p_code: p2pText,
  sign_in_code: signInText,
}

const isLetter = (kind: string): kind is keyof Mails => Object.hasOwn(LETTERS, kind)

/** Mails to creators are in their language; those to the people of an enterprise are English. */
export function renderMail(
  kind: keyof MessageFacts,
  facts: MessageFacts[keyof MessageFacts],
  language: Language = 'en',
): RenderedMail {
  if (!isLetter(kind)) throw new Error(`${kind} is no e-mail`)
  const isOwn = isToCreator(kind, facts)
  const spoken = isOwn ? language : 'en'
  const letter = (LETTERS[kind] as (facts: unknown, language: Language) => Letter)(facts, spoken)
  return renderLetter(letter, spoken, isOwn ? sayIn(spoken)('footer') : STAFF_FOOTER)
}

const STAFF_FOOTER = 'You get this as a person of an enterprise that pays with Tributary.'

/** Mails that creators alone get. */
const CREATOR_MAILS: readonly (keyof MessageFacts)[] = [
  'login_created',
  'account_opened',
  'invite',
  'payout_issued',
  'email_code',
  'creator_password_reset',
  'login_changed',
]

function isToCreator(kind: keyof MessageFacts, facts: MessageFacts[keyof MessageFacts]): boolean {
  if (kind === 'bank_corrected' || kind === 'bank_suspended') return (facts as MessageFacts['bank_corrected']).own
  if (kind === 'withdrawal') return (facts as MessageFacts['withdrawal']).enterprise === undefined
  return CREATOR_MAILS.includes(kind)
}

export function renderSms(
  kind: keyof MessageFacts,
  facts: MessageFacts[keyof MessageFacts],
  language: Language = 'en',
): string {
  if (isLetter(kind)) throw new Error(`${kind} is no SMS`)
  return (SMS[kind] as (facts: unknown, language: Language) => string)(facts, language)
}
