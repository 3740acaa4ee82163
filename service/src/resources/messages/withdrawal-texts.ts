import { dollars } from '../../kernel/money.ts'
import { type Letter, minute } from './layout.ts'
import type { MessageFacts } from './model.ts'

type Facts = MessageFacts['withdrawal']

/** The subject, and the sentence below it, by what became of the withdrawal. */
const OUTCOMES: Record<Facts['outcome'], { readonly subject: string; readonly say: (home: string) => string }> = {
  sent: { subject: 'is on its way to your bank', say: () => 'The money reaches your bank within a few business days.' },
  returned: {
    subject: 'came back from your bank',
    say: (home) => `Your bank did not take the money. It is in ${home} again.`,
  },
  error: {
    subject: 'could not be withdrawn',
    say: (home) => `Nothing was sent to your bank. The money is in ${home} again.`,
  },
}

/** The way on, for an enterprise and for a creator. */
const NOTES = {
  enterprise: {
    sent: 'You did not expect this? Look into the audit log of the dashboard at once.',
    back: 'If the bank account is wrong, the operator of the service registers another one.',
  },
  creator: {
    sent: 'It was not you? Then change your password at /account at once, and end the sessions that you do not know.',
    back: 'If the bank account is wrong, sign in at /account and add another one.',
  },
} as const

/** Tells an enterprise or a creator what became of a withdrawal. */
export function withdrawalLetter({
  enterprise,
  name,
  amount,
  description,
  destination,
  outcome,
  at,
  reason,
}: Facts): Letter {
  const { subject, say } = OUTCOMES[outcome]
  const isSent = outcome === 'sent'
  const notes = NOTES[enterprise === undefined ? 'creator' : 'enterprise']
  const greeting = name === undefined ? '' : `Hello ${name}. `
  return {
    subject: `${enterprise === undefined ? '' : `${enterprise}: `}${dollars(amount)} ${subject}`,
    heading: `${dollars(amount)} ${subject}`,
    blocks: [
      { say: `${greeting}${say(enterprise === undefined ? 'your Tributary account' : 'the operating account')}` },
      {
        rows: [
          ['Amount', dollars(amount)],
          ['To', destination],
          ...(description === undefined ? [] : ([['For', description]] as [string, string][])),
          ...(reason === undefined ? [] : ([['Why', reason]] as [string, string][])),
          [isSent ? 'Sent' : 'Time', minute(new Date(at))],
        ],
      },
      { note: isSent ? notes.sent : notes.back },
    ],
  }
}
