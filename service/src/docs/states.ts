import { CONNECTION_STATES } from '../resources/account-connections/model.ts'
import { ALERT_STATES } from '../resources/alerts/model.ts'
import { APPROVAL_STATES } from '../resources/approvals/model.ts'
import { CONTRACT_STATES } from '../resources/contracts/model.ts'
import { P2P_STATES } from '../resources/p2p/model.ts'
import { PAYOUT_STATES } from '../resources/payouts/model.ts'
import { DISPUTE_STATES } from '../resources/purchases/disputes/model.ts'
import { PURCHASE_STATES } from '../resources/purchases/model.ts'
import { REFUND_STATES } from '../resources/purchases/refunds/model.ts'
import { WITHDRAWAL_STATES } from '../resources/withdrawals/model.ts'
import { mermaidOf } from './diagram.ts'

type States = Readonly<Record<string, Readonly<Record<string, string | undefined>>>>

/** The state tables that the API shows, as the code has them. */
export const SHOWN_STATES: readonly { readonly name: string; readonly table: States; readonly lead: string }[] = [
  {
    name: 'Account connection',
    table: CONNECTION_STATES,
    lead: 'A creator goes through Connect, and an identity check decides. Only `active` connections can be paid at once; payouts to others wait 30 days to be claimed.',
  },
  {
    name: 'Payout',
    table: PAYOUT_STATES,
    lead: '`awaiting` is a payout that waits for an approval; the API shows it as `ready`, with its `approval`. Money is reserved from `ready` on, and given back by `canceled`, `error` and `returned`.',
  },
  {
    name: 'P2P payment',
    table: P2P_STATES,
    lead: 'The source confirms with a code within ten minutes; the third wrong one exhausts the payment.',
  },
  {
    name: 'Purchase',
    table: PURCHASE_STATES,
    lead: 'Nothing is charged before the commit. Updates may cancel, complete or refund; the card network collects, reverses and charges back.',
  },
  {
    name: 'Refund',
    table: REFUND_STATES,
    lead: 'A refund gives back all or a part of a purchase. The money leaves the operating account when it is asked for, and returns to it if the card network refuses.',
  },
  {
    name: 'Dispute',
    table: DISPUTE_STATES,
    lead: 'The buyer objects at their bank. An inquiry takes no money; a dispute takes it at once, and one that you win gives it back.',
  },
  {
    name: 'Withdrawal',
    table: WITHDRAWAL_STATES,
    lead: 'Money on its way to your own bank account. `awaiting` is a withdrawal that waits for an approval; the API shows it as `ready`.',
  },
  {
    name: 'Contract',
    table: CONTRACT_STATES,
    lead: 'A creator accepts or declines within 30 days. Only `active` contracts split deposits.',
  },
  {
    name: 'Alert',
    table: ALERT_STATES,
    lead: 'The service noticed something that your people should look at. It clears by itself when its cause is gone.',
  },
  {
    name: 'Approval',
    table: APPROVAL_STATES,
    lead: 'Others consent to something that your rules hold back. A change of it begins anew; giving it up makes its approval `void`.',
  },
]

function rowsOf(table: States): string[] {
  return Object.entries(table).flatMap(([from, events]) =>
    Object.entries(events).map(([event, to]) => `| \`${from}\` | ${event} | \`${to}\` |`),
  )
}

const finals = (table: States): string =>
  Object.entries(table)
    .filter(([, events]) => Object.keys(events).length === 0)
    .map(([state]) => `\`${state}\``)
    .join(', ')

/** The page of all states: a diagram and a table of each resource, made from the tables that the service runs on. */
export function statesPage(): string {
  const parts = SHOWN_STATES.map(({ name, table, lead }) =>
    [
      `## ${name}`,
      lead,
      `\`\`\`mermaid\n${mermaidOf(table)}\n\`\`\``,
      finals(table) ? `Final: ${finals(table)}.` : '',
      ['| from | event | to |', '|---|---|---|', ...rowsOf(table)].join('\n'),
    ]
      .filter(Boolean)
      .join('\n\n'),
  )
  return [
    '# States',
    'Each resource moves by a table `from → event → to`. An event that a state does not list cannot happen in it: the request is answered 409 `invalid_state`. Every change is an entry of `activity`, and after creation an [event](/docs/webhooks).',
    ...parts,
  ].join('\n\n')
}
