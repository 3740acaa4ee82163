import type { Language } from '../../http/index.ts'
import { dollars } from '../../kernel/money.ts'
import { asName, type Block, dayIn, type Letter, minute } from './layout.ts'
import type { MessageFacts } from './model.ts'
import { type Say, sayIn } from './words/index.ts'
import { reasonIn } from './words/reasons.ts'

type Facts<K extends keyof MessageFacts> = MessageFacts[K]
type Rows = [name: string, value: string][]

/** A destination as the service writes it, `Checking ••••6789`, in the reader's language. */
const destinationIn = (say: Say, destination: string): string =>
  destination.replace(/^(Checking|Savings|Wallet|Tributary account)(?= )/, (kind) =>
    say(`destination.${kind as 'Checking' | 'Savings' | 'Wallet' | 'Tributary account'}`),
  )

/** The one link of a mail that asks for nothing: to the reader's own page. */
const toAccount = (say: Say, url: string | undefined): readonly Block[] =>
  url === undefined ? [] : [{ button: say('link.account'), url }]

/** The words of a payout's mail; the amount, the enterprise and the description follow in every one. */
interface PayoutLetter extends Pick<Letter, 'subject' | 'heading'> {
  readonly text: string
  /** When, and where to. */
  readonly rows: Rows
  readonly after: readonly Block[]
}

type PayoutFacts = Facts<'payout_issued'>

/** A payout that nobody has claimed yet: it is paid already, or will be on a later day. */
function claimable(facts: PayoutFacts, language: Language): PayoutLetter {
  const say = sayIn(language)
  const { name, enterprise, claimableUntil, paidOn } = facts
  const amount = dollars(facts.amount)
  const until = claimableUntil && minute(new Date(claimableUntil), language)
  const finish = until ? say('payout.finishBy', { until }) : say('payout.finishIn')
  const rows: Rows = [...(until ? ([[say('row.claimBy'), until]] as Rows) : []), [say('row.to'), say('payout.chosen')]]
  if (!paidOn) {
    return {
      subject: say('payout.waitingSubject', { amount, enterprise }),
      heading: say('payout.waitingHeading', { amount }),
      text: say('payout.waiting', { name, enterprise, finish }),
      rows,
      after: wayToClaim(facts, say('payout.claim'), say),
    }
  }
  const day = dayIn(new Date(paidOn), language)
  return {
    subject: say('payout.laterSubject', { amount, enterprise, day }),
    heading: say('payout.laterHeading', { amount, day }),
    text: say('payout.later', { name, enterprise, day, finish }),
    rows: [[say('row.paidOn'), day], ...rows],
    after: wayToClaim(facts, say('payout.setUp'), say),
  }
}

const wayToClaim = ({ claimUrl, enterprise }: PayoutFacts, button: string, say: Say): readonly Block[] =>
  claimUrl === undefined ? [] : [{ button, url: claimUrl }, { note: say('payout.linkNote', { enterprise }) }]

/** Money in an account of ours is there at once, and its owner has a page to see it. */
function sent(facts: PayoutFacts, language: Language): PayoutLetter {
  const say = sayIn(language)
  const { name, enterprise, type } = facts
  const amount = dollars(facts.amount)
  const rows = sentRows(facts, language)
  if (type === 'direct' || type === 'wallet') {
    return {
      subject: say('payout.arrivedSubject', { amount, enterprise }),
      heading: say('payout.arrivedHeading', { amount }),
      text: say(type === 'wallet' ? 'payout.arrivedWallet' : 'payout.arrivedDirect', { name, enterprise }),
      rows,
      after: toAccount(say, facts.accountUrl),
    }
  }
  const isKnown = type !== undefined
  return {
    subject: say(isKnown ? 'payout.sentSubject' : 'payout.oldSubject', { amount, enterprise }),
    heading: say('payout.sentHeading', { amount }),
    text: say(isKnown ? 'payout.sent' : 'payout.old', { name, enterprise }),
    rows,
    after: [],
  }
}

/** Queued by an older version, a mail knows neither when nor where to. */
function sentRows({ sentAt, destination, type }: PayoutFacts, language: Language): Rows {
  const say = sayIn(language)
  const when = say(type === 'ach' ? 'row.sent' : 'row.arrived')
  return [
    ...(sentAt === undefined ? [] : ([[when, minute(new Date(sentAt), language)]] as Rows)),
    ...(destination === undefined ? [] : ([[say('row.to'), destinationIn(say, destination)]] as Rows)),
  ]
}

export function payoutLetter(facts: PayoutFacts, language: Language): Letter {
  const say = sayIn(language)
  const { subject, heading, text, rows, after } = (facts.claimable ? claimable : sent)(facts, language)
  const all: Rows = [[say('row.from'), facts.enterprise], [say('row.for'), facts.description], ...rows]
  const amount: Block = { amount: dollars(facts.amount), name: say('row.amount') }
  return { subject, heading, blocks: [{ say: text }, amount, { rows: all }, ...after] }
}

export function inviteLetter(facts: Facts<'invite'>, language: Language): Letter {
  const say = sayIn(language)
  const { name, enterprise, url } = facts
  const until = minute(new Date(facts.expiresAt), language)
  const words = facts.isActive ? 'edit' : facts.useCase === 'Payout' ? 'pay' : 'generic'
  const asked = (facts.asksFor ?? []).map((permission) => say(`edit.${permission}`)).join(say('edit.and'))
  const asks = asked === '' ? '' : say('edit.asks', { enterprise, permissions: asked })
  const keys = {
    edit: ['edit.subject', 'edit.heading', 'edit.say', 'edit.button'],
    pay: ['invite.paySubject', 'invite.payHeading', 'invite.pay', 'invite.button'],
    generic: ['invite.subject', 'invite.heading', 'invite.say', 'invite.button'],
  } as const
  const [subject, heading, text, button] = keys[words]
  return {
    subject: say(subject, { enterprise }),
    heading: say(heading, { enterprise }),
    blocks: [
      { say: say(text, { name, enterprise, asks }) },
      { button: say(button), url },
      { note: say('link.until', { until }) },
    ],
  }
}

export function loginLetter({ name, accountUrl }: Facts<'login_created'>, language: Language): Letter {
  const say = sayIn(language)
  return {
    subject: say('login.subject'),
    heading: say('login.heading', { name }),
    blocks: [{ say: say('login.say') }, ...toAccount(say, accountUrl), { note: say('login.note') }],
  }
}

export function codeLetter({ code, minutes }: Facts<'email_code'>, language: Language): Letter {
  const say = sayIn(language)
  return {
    subject: say('code.subject', { code }),
    heading: say('code.heading'),
    blocks: [
      { say: say('code.say') },
      { amount: code, name: say('row.code') },
      { note: say('code.note', { minutes }) },
    ],
  }
}

export function resetLetter({ name, url, minutes }: Facts<'creator_password_reset'>, language: Language): Letter {
  const say = sayIn(language)
  return {
    subject: say('reset.subject'),
    heading: say('reset.heading', { name }),
    blocks: [
      { say: say('reset.say') },
      { button: say('reset.subject'), url },
      { note: say('reset.note', { minutes }) },
    ],
  }
}

const changeWords = (say: Say, what: string, name: string) => ({
  subject: say('changed.subject', { what }),
  heading: say('changed.heading', { what, name }),
  text: say('changed.say', { what }),
})

export function changedLetter({ name, what, accountUrl }: Facts<'login_changed'>, language: Language): Letter {
  const say = sayIn(language)
  const words =
    what === 'passkey_added' || what === 'passkey_removed'
      ? { subject: say(`${what}.subject`), heading: say(`${what}.heading`, { name }), text: say(`${what}.say`) }
      : changeWords(say, say(`changed.${what}`), name)
  return {
    subject: words.subject,
    heading: words.heading,
    blocks: [{ say: words.text }, ...toAccount(say, accountUrl), { note: say('changed.note') }],
  }
}

export function openedLetter({ name, accountUrl }: Facts<'account_opened'>, language: Language): Letter {
  const say = sayIn(language)
  return {
    subject: say('opened.subject'),
    heading: say('opened.heading', { name }),
    blocks: [{ say: say('opened.say') }, ...toAccount(say, accountUrl)],
  }
}

export function correctedLetter(facts: Facts<'bank_corrected'>, language: Language): Letter {
  const say = sayIn(language)
  const { name, enterprise } = facts
  return {
    subject: say('corrected.subject'),
    heading: say('corrected.heading', { name }),
    blocks: [
      { say: say('corrected.say', { enterprise }) },
      { say: say('corrected.to', { destination: destinationIn(say, facts.destination) }) },
      { note: say('corrected.note') },
    ],
  }
}

export function ownSuspendedLetter(facts: Facts<'bank_suspended'>, language: Language): Letter {
  const say = sayIn(language)
  const { name, enterprise, page, changeUntil } = facts
  const reason = reasonIn(language, facts.reason)
  const destination = destinationIn(say, facts.destination)
  return {
    subject: say('suspended.subject', { enterprise }),
    heading: say('suspended.heading', { name }),
    blocks: [
      {
        say: [say('suspended.say', { enterprise, destination }), reason && say('suspended.why', { reason })]
          .filter(Boolean)
          .join(' '),
      },
      ...(page === undefined || changeUntil === undefined
        ? [{ say: say('suspended.next', { enterprise }) }]
        : [
            { say: say('suspended.change', { enterprise }) },
            { button: say('suspended.button'), url: page },
            { note: say('suspended.link', { until: minute(new Date(changeUntil), language), enterprise }) },
          ]),
      { note: say('suspended.note') },
    ],
  }
}

/** Tells a creator what became of a withdrawal. */
export function ownWithdrawalLetter(facts: Facts<'withdrawal'>, language: Language): Letter {
  const say = sayIn(language)
  const { name, outcome, at, description } = facts
  const reason = facts.reason === undefined ? undefined : reasonIn(language, facts.reason)
  const amount = dollars(facts.amount)
  const isSent = outcome === 'sent'
  const heading = say(`withdrawal.${outcome}Heading`, { amount })
  const text = say(`withdrawal.${outcome}`)
  const rows: Rows = [
    [say('row.to'), destinationIn(say, facts.destination)],
    ...(description === undefined ? [] : ([[say('row.for'), description]] as Rows)),
    ...(reason === undefined ? [] : ([[say('row.why'), reason]] as Rows)),
    [say(isSent ? 'row.sent' : 'row.time'), minute(new Date(at), language)],
  ]
  return {
    subject: heading,
    heading,
    blocks: [
      { say: name === undefined ? text : say('hello', { name, text }) },
      { amount, name: say('row.amount') },
      { rows },
      ...toAccount(say, facts.accountUrl),
      { note: say(isSent ? 'withdrawal.sentNote' : 'withdrawal.backNote') },
    ],
  }
}

export function p2pText({ code, amount, enterprise, destinationName }: Facts<'p2p_code'>, language: Language): string {
  const values = { code, amount: dollars(amount), to: asName(destinationName), asker: asName(enterprise) }
  return sayIn(language)('sms.p2p', values)
}

export const signInText = ({ code }: Facts<'sign_in_code'>, language: Language): string =>
  sayIn(language)('sms.signIn', { code })
