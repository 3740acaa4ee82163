import { dollars } from '../../kernel/money.ts'
import { type Letter, minute } from './layout.ts'
import type { MessageFacts } from './model.ts'

type Facts = MessageFacts['withdrawal']

/** The subject, and the sentence below it, by what became of the withdrawal. */
const OUTCOMES: Record<Facts['outcome'], { readonly subject: string; readonly say: string }> = {
  sent: { subject: 'is on its way to your bank', say: 'The money reaches your bank within a few business days.' },
  returned: {
    subject: 'came back from your bank',
    say: 'Your bank did not take the money. It is in the operating account again.',
  },
  error: {
    subject: 'could not be withdrawn',
    say: 'Nothing was sent to your bank. The money is in the operating account again.',
  },
}

/** Tells an enterprise what became of a withdrawal. */
export function withdrawalLetter({ enterprise, amount, description, destination, outcome, at, reason }: Facts): Letter {
  const { subject, say } = OUTCOMES[outcome]
  const isSent = outcome === 'sent'
  return {
    subject: `${enterprise}: ${dollars(amount)} ${subject}`,
    heading: `${dollars(amount)} ${subject}`,
    blocks: [
      { say },
      {
        rows: [
          ['Amount', dollars(amount)],
          ['To', destination],
          ['For', description],
          ...(reason === undefined ? [] : ([['Why', reason]] as [string, string][])),
          [isSent ? 'Sent' : 'Time', minute(new Date(at))],
        ],
      },
      {
        note: isSent
          ? 'You did not expect this? Look into the audit log of the dashboard at once.'
          : 'If the bank account is wrong, the operator of the service registers another one.',
      },
    ],
  }
}
