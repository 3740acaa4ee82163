import { Group } from '@mantine/core'
import type { OperatingAccount, TrustedSender } from '../../../contracts/console/pages.ts'
import { Cards } from '../../dashboard/parts/Card.tsx'
import { Copy } from '../../dashboard/parts/Copy.tsx'
import { EmptyState } from '../../dashboard/parts/EmptyState.tsx'
import { PageHead } from '../../dashboard/parts/PageHead.tsx'
import { ShortList } from '../../dashboard/parts/ShortList.tsx'
import type { Column } from '../../dashboard/parts/Table.tsx'
import { DEPOSIT_SOURCES } from '../../dashboard/resources/kinds/words.tsx'
import { Deed } from '../Deed.tsx'

const ACCOUNTS: readonly Column<OperatingAccount>[] = [
  { title: 'Enterprise', grow: true, narrow: 'whole', cell: ({ name }) => name },
  { title: 'Account number', align: 'right', cell: ({ number }) => <Copy text={number} whole /> },
]

const SENDERS: readonly Column<TrustedSender>[] = [
  { title: 'Company id', grow: true, cell: ({ company }) => company },
  {
    title: 'Actions',
    align: 'right',
    cell: ({ company }) => (
      <Deed
        action="bank.book"
        label="Stop trusting"
        title={`Stop trusting ${company}?`}
        lead="Its credits are available on their settlement dates again."
        path="/bank/trust"
        toBody={() => ({ company, trusted: false })}
        submit="Stop trusting"
        danger
      />
    ),
  },
]

const COMPANY = {
  kind: 'text',
  name: 'company',
  label: 'Company id',
  hint: 'As the batches of its files name it.',
  missing: 'Enter the company id.',
} as const

const Trust = () => (
  <Deed
    action="bank.book"
    label="Trust a sender"
    title="Trust a sender?"
    lead="Its credits are available as soon as they arrive. If the bank takes one back, what is lacking becomes a receivable."
    path="/bank/trust"
    fields={[COMPANY]}
    toBody={({ company }) => ({ company, trusted: true })}
    submit="Trust"
    danger
  />
)

const Source = () => (
  <Deed
    action="bank.files"
    label="Name a deposit source"
    title="What are the deposits of a sender?"
    lead="Contracts that share in deposits of this source take their part of them."
    path="/bank/source"
    fields={[
      COMPANY,
      {
        kind: 'choice',
        name: 'source',
        label: 'Source',
        options: DEPOSIT_SOURCES,
      },
    ]}
    toBody={(typed) => typed}
    submit="Save"
  />
)

/** The accounts that money comes to, and the senders that it comes from. */
export default function BankParties() {
  return (
    <>
      <PageHead
        title="Accounts and senders"
        lead="The numbers at which enterprises are paid, and the companies whose credits arrive."
        actions={
          <Group gap="xs">
            <Source />
            <Trust />
          </Group>
        }
      />
      <Cards>
        <ShortList<TrustedSender>
          title="Trusted senders"
          lead="Their credits are available at once; all others on their settlement dates."
          label="List of trusted senders"
          path="/bank/trusted"
          keyOf={({ company }) => company}
          columns={SENDERS}
          empty={<EmptyState title="No sender is trusted" />}
        />
        <ShortList<OperatingAccount>
          title="Operating accounts"
          lead="For top-ups by ACH or wire, in production."
          label="List of operating accounts"
          path="/bank/accounts"
          keyOf={({ number }) => number}
          hrefOf={({ enterprise }) => `/enterprises/${enterprise}`}
          columns={ACCOUNTS}
          empty={<EmptyState title="There is no enterprise yet" />}
        />
      </Cards>
    </>
  )
}
