import { dollars } from '../../kernel/money.ts'
import { type Letter, minute } from './layout.ts'
import type { MessageFacts } from './model.ts'

type Facts = MessageFacts['withdrawal']

/** The subject, and the sentence below it, by what became of the withdrawal. */
const OUTCOMES: Record<Facts['outcome'], { readonly subject: string; readonly say: string; readonly note: string }> = {
  sent: {
    subject: 'is on its way to your bank',
    say: 'The money reaches your bank within a few business days.',
    note: 'You did not expect this? Look into the audit log of the dashboard at once.',
  },
  returned: {
    subject: 'came back from your bank',
    say: 'Your bank did not take the money. It is in the operating account again.',
    note: 'If the bank account is wrong, the operator of the service registers another one.',
  },
  error: {
    subject: 'could not be withdrawn',
    say: 'Nothing was sent to your bank. The money is in the operating account again.',
    note: 'If the bank account is wrong, the operator of the service registers another one.',
  },
}

/** Tells an enterprise what became of a withdrawal. */
export function withdrawalLetter(facts: Facts): Letter {
  const { enterprise, name, amount, description, destination, outcome, at, reason, page } = facts
  const { subject, say, note } = OUTCOMES[outcome]
  const greeting = name === undefined ? '' : `Hello ${name}. `
  return {
    subject: `${enterprise}: ${dollars(amount)} ${subject}`,
    heading: `${dollars(amount)} ${subject}`,
    blocks: [
      { say: `${greeting}${say}` },
      { amount: dollars(amount), name: 'Amount' },
      {
        rows: [
          ['To', destination],
          ...(description === undefined ? [] : ([['For', description]] as [string, string][])),
          ...(reason === undefined ? [] : ([['Why', reason]] as [string, string][])),
          [outcome === 'sent' ? 'Sent' : 'Time', minute(new Date(at))],
        ],
      },
      ...(page === undefined ? [] : [{ button: 'Open the withdrawal', url: page }]),
      { note },
    ],
  }
}

/** Tells an enterprise that a creator's bank account takes no payments any more, and what to do. */
export const suspendedLetter = ({
  name,
  destination,
  reason,
  connection,
  page,
}: MessageFacts['bank_suspended']): Letter => ({
  subject: `The bank account of ${name} is suspended`,
  heading: `The bank account of ${name} is suspended`,
  blocks: [
    { say: `A payout to ${destination} came back. The bank says: ${reason}. Payouts to it are refused.` },
    { say: `Invite ${name} to Connect again, to enter another account.` },
    ...(page === undefined ? [] : [{ button: 'Open the creator', url: page }]),
    { say: 'Programs invite by this request:' },
    { rows: [['Request', `POST /connect-invite {"account_connection":"${connection}"}`]] },
  ],
})
