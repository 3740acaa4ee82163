import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import {
  type ApprovalRule,
  type ApprovalRules,
  type ApprovalRulesChanged,
  DEED_NAMES,
  DEEDS,
  type Deed,
  NEEDED_MAX,
  type Party,
} from '../../../contracts/approvals.ts'
import { ROLES } from '../../../contracts/dashboard/session.ts'
import { useCommand, useRead } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import type { Field } from '../form/field.ts'
import { IconPlus } from '../icons.tsx'
import { Card } from '../parts/Card.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { Money } from '../parts/Money.tsx'
import { type Column, Table } from '../parts/Table.tsx'
import styles from '../resources/resources.module.css'
import { partyName } from './names.tsx'

const PARTIES: readonly Party[] = [...ROLES, 'api_key']
const optionOf = (party: Party | 'any') => ({ value: party, label: partyName(party) })
const APPROVERS: readonly Party[] = ['admin', 'finance', 'developer', 'api_key']

const FIELDS: readonly Field<keyof ApprovalRule>[] = [
  {
    kind: 'choice',
    name: 'deed',
    label: 'What',
    options: Object.entries(DEEDS).map(([value, label]) => ({ value, label })),
  },
  {
    kind: 'money',
    name: 'from_amount_in_cents',
    label: 'From this amount on',
    hint: 'Of a batch or a file, the sum. 0.00 for every amount.',
    initial: '0.00',
  },
  {
    kind: 'choice',
    name: 'maker',
    label: 'Asked for by',
    hint: 'A row for one role goes before a row for anybody, at the same amount.',
    options: (['any', ...PARTIES] as const).map(optionOf),
  },
  {
    kind: 'number',
    name: 'needed',
    label: 'How many must approve',
    hint: `0 to ${NEEDED_MAX}; with 0 nobody needs to.`,
    initial: '1',
  },
  {
    kind: 'choices',
    name: 'approvers',
    label: 'Who may approve',
    options: APPROVERS.map(optionOf),
    initial: ['admin', 'finance'],
  },
]

const keyOf = ({ deed, maker, from_amount_in_cents: from }: ApprovalRule): string => `${deed} ${maker} ${from}`

/** The table of what needs approval in this environment. */
export function Rules() {
  const can = useCan()
  const { data } = useRead<ApprovalRules>('approval-rules')
  const change = useCommand<ApprovalRulesChanged>()
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<ApprovalRule>()
  if (!data) return null
  const { rules } = data
  const mayChange = can('approvals.rules')
  return (
    <Card
      title="Approvals"
      lead={mayChange ? 'What is carried out only once others agree.' : 'Only an admin can change these.'}
      flush
      actions={
        mayChange && (
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
            Add a rule
          </Button>
        )
      }
    >
      {change.data?.approval && (
        <p className={styles.none} role="status">
          The change awaits approval: <Link href={`/approvals/${change.data.approval.id}`}>look at it</Link>
        </p>
      )}
      {rules.length === 0 ? (
        <p className={styles.none}>Nothing needs approval: one person alone pays.</p>
      ) : (
        <Table
          label="Approval rules"
          rows={rules}
          keyOf={keyOf}
          columns={columnsOf(mayChange ? setRemoving : undefined)}
        />
      )}
      <RuleDialogs {...{ rules, change, isAdding, setAdding, removing, setRemoving }} />
    </Card>
  )
}

interface RuleDialogsProps {
  readonly rules: readonly ApprovalRule[]
  readonly change: ReturnType<typeof useCommand<ApprovalRulesChanged>>
  readonly isAdding: boolean
  readonly setAdding: (isAdding: boolean) => void
  readonly removing: ApprovalRule | undefined
  readonly setRemoving: (rule: ApprovalRule | undefined) => void
}

function RuleDialogs({ rules, change, isAdding, setAdding, removing, setRemoving }: RuleDialogsProps) {
  const save = (next: readonly ApprovalRule[]) =>
    change.mutateAsync({ method: 'PUT', path: 'approval-rules', body: { rules: next } })
  return (
    <>
      <ConfirmDialog
        opened={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title="Remove this rule?"
        confirm="Remove rule"
        danger
        busy={change.isPending}
        error={change.error}
        onConfirm={() =>
          void save(rules.filter((one) => one !== removing)).then(
            () => setRemoving(undefined),
            () => undefined,
          )
        }
      >
        What it names is carried out at once then, unless another rule asks for approval. The change stands in the audit
        log.
      </ConfirmDialog>
      <FormDialog
        title="Add a rule"
        opened={isAdding}
        onClose={() => setAdding(false)}
        fields={FIELDS}
        submit="Add the rule"
        onSubmit={async (body) => {
          await save([...rules, body as unknown as ApprovalRule])
          setAdding(false)
        }}
      />
    </>
  )
}

function columnsOf(remove: ((rule: ApprovalRule) => void) | undefined): readonly Column<ApprovalRule>[] {
  return [
    { title: 'What', grow: true, narrow: 'whole', cell: ({ deed }) => DEED_NAMES[deed as Deed] },
    { title: 'From', cell: ({ from_amount_in_cents: cents }) => <Money cents={cents} /> },
    { title: 'Asked by', cell: ({ maker }) => partyName(maker) },
    {
      title: 'Needs',
      cell: ({ needed, approvers }) =>
        needed === 0 ? 'Nobody' : `${needed} of: ${approvers.map(partyName).join(', ')}`,
    },
    ...(remove
      ? [
          {
            title: 'Actions',
            align: 'right' as const,
            cell: (rule: ApprovalRule) => (
              <Button variant="subtle" size="compact-sm" color="red" onClick={() => remove(rule)}>
                Remove
              </Button>
            ),
          },
        ]
      : []),
  ]
}
