import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { AuditCheck, AuditRow } from '../../../contracts/dashboard/audit-log.ts'
import type { PersonListed } from '../../../contracts/dashboard/people.ts'
import type { WholeList } from '../../../contracts/lists.ts'
import { formatCents } from '../../ui/Amount.tsx'
import { usePath, useRead } from '../api/queries.ts'
import { IconDownload, IconShieldCheck } from '../icons.tsx'
import { Card, Cards } from '../parts/Card.tsx'
import { DataTable } from '../parts/DataTable.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { ErrorNote } from '../parts/ErrorState.tsx'
import type { Filter } from '../parts/filters.ts'
import { IdLink } from '../parts/links.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { humanize, StatusBadge } from '../parts/StatusBadge.tsx'
import type { Column } from '../parts/Table.tsx'
import { Time } from '../parts/Time.tsx'
import { TwoLines } from '../resources/TwoLines.tsx'
import { AUDIT_ACTIONS, auditActionLabel } from './audit-actions.ts'

export const AUDIT_COLUMNS: readonly Column<AuditRow>[] = [
  {
    title: 'Time and address',
    cell: ({ at, address }) => <TwoLines first={<Time at={at} to="second" />} second={address} />,
  },
  { title: 'Person', grow: true, narrow: 'whole', cell: ({ person }) => <PersonCell person={person} /> },
  {
    title: 'Action',
    narrow: 'whole',
    cell: ({ action, details }) => (
      <TwoLines
        first={auditActionLabel(action)}
        second={Object.keys(details).length > 0 && <Details details={details} />}
      />
    ),
  },
  {
    title: 'Subject',
    narrow: 'whole',
    cell: ({ subject, environment }) =>
      (subject || environment) && (
        <TwoLines first={subject ? <IdLink id={subject} /> : '–'} second={environment && humanize(environment)} />
      ),
  },
  { title: 'Row', align: 'right', narrow: 'hide', cell: ({ position }) => position.toLocaleString('en-US') },
]

function PersonCell({ person }: { readonly person: string }) {
  const [, name = person, email] = /^(.*) <(.+)>$/.exec(person) ?? []
  return <TwoLines first={name} second={email} />
}

const CENTS = '_in_cents'

function detailWord([name, value]: [string, unknown]): string {
  if (name.endsWith(CENTS) && typeof value === 'number')
    return `${humanize(name.slice(0, -CENTS.length))}: ${formatCents(value)}`
  return `${humanize(name)}: ${valueWords(value)}`
}

function valueWords(value: unknown): string {
  if (typeof value === 'string') return value
  const isPlainList = Array.isArray(value) && value.every((one) => typeof one === 'string')
  return isPlainList ? value.join(', ') : JSON.stringify(value)
}

/** Why and how much come first, and last how it was asked for: the least that a person looks for. */
const FIRST = ['reason', 'amount_in_cents']
const LAST = ['part', 'parts', 'payees', 'command', 'arguments', 'request']

const rankOf = ([name]: [string, unknown]): number =>
  FIRST.includes(name) ? FIRST.indexOf(name) - FIRST.length : LAST.indexOf(name) + 1

const detailWords = (details: AuditRow['details']): string =>
  Object.entries(details)
    .sort((one, other) => rankOf(one) - rankOf(other))
    .map(detailWord)
    .join(', ')

const DETAILS_SHOWN = 40

/** The details, cut to the width of the column; the tooltip shows all. */
function Details({ details }: Pick<AuditRow, 'details'>) {
  const all = detailWords(details)
  return <span title={all}>{all.length > DETAILS_SHOWN ? `${all.slice(0, DETAILS_SHOWN)}…` : all}</span>
}

const NOT_PEOPLE = [
  { value: 'operator', label: 'Your provider' },
  { value: 'service', label: 'Tributary itself' },
]

function useAuditFilters(): readonly Filter[] {
  const { data } = useRead<WholeList<PersonListed>>('/people')
  return [
    {
      kind: 'choice',
      name: 'person',
      label: 'Person',
      options: [...(data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []), ...NOT_PEOPLE],
    },
    {
      kind: 'choice',
      name: 'action',
      label: 'Action',
      options: AUDIT_ACTIONS.map((value) => ({ value, label: auditActionLabel(value) })),
    },
  ]
}

export default function AuditLog() {
  return (
    <>
      <PageHead
        title="Audit log"
        clock="real"
        lead="Who did what, and what came of it. Rows are only ever added; each holds a hash of the row before it."
        actions={<Downloads at={(format) => `/audit-log.${format}`} />}
      />
      <Cards single>
        <HashChainCheck path="/audit-log/check" />
        <DataTable<AuditRow>
          label="Audit log"
          path="/audit-log"
          keyOf={({ position }) => String(position)}
          columns={AUDIT_COLUMNS}
          filters={useAuditFilters()}
          empty={
            <EmptyState icon={<IconShieldCheck size={20} />} title="No actions yet">
              Sign-ins, keys, roles and payments made here are recorded.
            </EmptyState>
          }
        />
      </Cards>
    </>
  )
}

/** The whole log as a file. */
export function Downloads({ at: pathOf }: { readonly at: (format: 'csv' | 'ndjson') => string }) {
  const at = usePath()
  return (
    <Group gap="xs">
      {(['csv', 'ndjson'] as const).map((format) => (
        <Button
          key={format}
          component="a"
          href={at(pathOf(format))}
          download={`audit-log.${format}`}
          variant="default"
          leftSection={<IconDownload size={16} />}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </Group>
  )
}

/** Verifies the whole hash chain on request. */
export function HashChainCheck({ path }: { readonly path: string }) {
  const [asked, setAsked] = useState(false)
  const { data, error, isFetching, refetch } = useRead<AuditCheck>(path, { enabled: asked })
  return (
    <Card
      title="Hash chain"
      lead="Reads every row and computes its hash again."
      actions={
        <Button variant="default" loading={isFetching} onClick={() => (asked ? void refetch() : setAsked(true))}>
          {data ? 'Check again' : 'Check now'}
        </Button>
      }
    >
      <div aria-live="polite">
        {error ? (
          <ErrorNote error={error} />
        ) : !data ? (
          'Not checked in this session.'
        ) : data.intact ? (
          <>
            <StatusBadge status="intact" /> All {data.rows.toLocaleString('en-US')} rows are unchanged.
          </>
        ) : (
          <>
            <StatusBadge status="failed">Broken</StatusBadge> Row {data.broken_at} was changed. Tell your provider.
          </>
        )}
      </div>
    </Card>
  )
}
