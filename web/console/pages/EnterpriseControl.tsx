import { Group, Stack } from '@mantine/core'
import { Link } from 'wouter'
import type { EnterpriseInEnvironment } from '../../../contracts/console/pages.ts'
import { Card } from '../../dashboard/parts/Card.tsx'
import { Facts } from '../../dashboard/parts/Facts.tsx'
import { Deed } from '../Deed.tsx'
import type { Tenant } from './EnterpriseParts.tsx'

const Suspend = ({ tenant }: { readonly tenant: Tenant }) => (
  <Deed
    action="enterprises.suspend"
    label="Suspend"
    title="Suspend the enterprise?"
    lead="New money out stops at once. Returns, refunds and reading go on. The enterprise reads the reason."
    path="/enterprises/suspend"
    toBody={(_typed, reason) => ({ ...tenant, because: reason })}
    submit="Suspend"
    danger
  />
)

const Lift = ({ tenant }: { readonly tenant: Tenant }) => (
  <Deed
    action="enterprises.suspend"
    label="Lift the suspension"
    title="Lift the suspension?"
    lead="Payouts that waited go on as of now."
    path="/enterprises/resume"
    toBody={() => tenant}
    submit="Lift the suspension"
  />
)

interface ControlProps {
  readonly tenant: Tenant
  readonly state: Pick<EnterpriseInEnvironment, 'suspended_because' | 'payouts_stopped_because'>
}

/** Stops, the bank account of withdrawals, and erasure, in one environment. */
export const Control = ({ tenant, state: { suspended_because, payouts_stopped_because } }: ControlProps) => (
  <Card title="Control" lead={`In ${tenant.environment} alone.`}>
    <Stack gap="sm">
      {(suspended_because || payouts_stopped_because) && (
        <Facts
          facts={[
            { name: 'Suspended because', value: suspended_because },
            {
              name: 'Payouts stopped by the audit',
              value: payouts_stopped_because && (
                <>
                  {payouts_stopped_because} <Link href="/books">Books</Link>
                </>
              ),
            },
          ]}
        />
      )}
      <Group gap="xs">
        {suspended_because ? <Lift tenant={tenant} /> : <Suspend tenant={tenant} />}
        <BankAccount tenant={tenant} />
        <Erase tenant={tenant} />
      </Group>
    </Stack>
  </Card>
)

const BankAccount = ({ tenant }: { readonly tenant: Tenant }) => (
  <Deed
    action="bank_accounts.change"
    label="Set the bank account"
    title="The bank account of withdrawals"
    lead="It replaces the account that is set. Money that the enterprise withdraws goes there."
    path="/enterprises/bank-account"
    fields={[
      { kind: 'text', name: 'name_on_account', label: 'Name on the account', missing: 'Enter the name.' },
      {
        kind: 'text',
        name: 'routing_number',
        label: 'Routing number',
        inputMode: 'numeric',
        missing: 'Enter the routing number.',
      },
      { kind: 'text', name: 'account_number', label: 'Account number', missing: 'Enter the account number.' },
      { kind: 'choice', name: 'account_type', label: 'Type', options: ACCOUNT_TYPES },
    ]}
    toBody={(account) => ({ ...tenant, account })}
    submit="Set the account"
    danger
  />
)

const Erase = ({ tenant }: { readonly tenant: Tenant }) => (
  <Deed<{ readonly erased: boolean; readonly kept_until: string | null }>
    action="creators.erase"
    label="Erase a creator"
    title="Erase the personal data of a creator?"
    lead="Of an account connection that is deleted. It cannot be undone; what a law asks to keep is erased when its time is over."
    path="/enterprises/creators/erase"
    fields={[
      {
        kind: 'text',
        name: 'connection',
        label: 'Account connection',
        placeholder: 'acc_…',
        missing: 'Enter the id of the account connection.',
      },
    ]}
    toBody={({ connection }) => ({ ...tenant, connection })}
    submit="Erase"
    danger
    result={({ kept_until }) =>
      kept_until === null
        ? 'The personal data are erased.'
        : `Erased, except for evidence that is kept until ${kept_until.slice(0, 10)}.`
    }
  />
)

const ACCOUNT_TYPES = [
  { value: 'checking', label: 'Checking' },
  { value: 'savings', label: 'Savings' },
]
