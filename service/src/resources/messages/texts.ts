import { dollars } from '../../kernel/money.ts'
import { asName, type Letter, type RenderedMail, renderLetter } from './layout.ts'
import type { MessageFacts } from './model.ts'

type Texts = Pick<MessageFacts, 'p2p_code' | 'sign_in_code'>
type Mails = Omit<MessageFacts, keyof Texts>

const minute = (at: Date): string =>
  at.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).concat(' UTC')

const day = (at: Date): string => at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A payout that nobody has claimed yet: it is paid already, or will be on a later day. */
function claimable({ name, enterprise, amount, claimableUntil, paidOn }: MessageFacts['payout_issued']) {
  const by = claimableUntil ? `by ${minute(new Date(claimableUntil))}` : 'within 30 days'
  const finish = `Finish setting up how you are paid ${by} to receive it.`
  if (!paidOn) {
    return {
      subject: `${dollars(amount)} from ${enterprise} is waiting for you`,
      heading: `${dollars(amount)} is waiting for you`,
      say: `Hello ${name}, ${enterprise} has paid you. ${finish}`,
    }
  }
  const on = day(new Date(paidOn))
  return {
    subject: `${dollars(amount)} from ${enterprise} on ${on}`,
    heading: `${dollars(amount)} will be yours on ${on}`,
    say: `Hello ${name}, ${enterprise} will pay you on ${on}. ${finish}`,
  }
}

const onItsWay = ({ name, enterprise, amount }: MessageFacts['payout_issued']) => ({
  subject: `${dollars(amount)} from ${enterprise}`,
  heading: `${dollars(amount)} is on its way to you`,
  say: `Hello ${name}, ${enterprise} has paid you.`,
})

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
  account_opened: ({ name }) => ({
    subject: 'Your account is open',
    heading: `Your account is open, ${name}`,
    blocks: [{ say: 'Money that is paid to you arrives there within seconds and is yours to use at once.' }],
  }),
  invite: ({ name, enterprise, useCase, url, expiresAt }) => ({
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
  }),
  payout_issued: (facts) => {
    const { subject, heading, say } = facts.claimable ? claimable(facts) : onItsWay(facts)
    const rows: [string, string][] = [
      ['Amount', dollars(facts.amount)],
      ['From', facts.enterprise],
      ['For', facts.description],
    ]
    return { subject, heading, blocks: [{ say }, { rows }] }
  },
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
