import { Button, Group, Progress, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Action as RoleAction } from '../../../contracts/dashboard/session.ts'
import { formatCents } from '../../ui/Amount.tsx'
import { asRequestError } from '../../ui/requests.ts'
import { usePath, withParams } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { IconDownload } from '../icons.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import styles from './resources.module.css'

/** Something that is done to each of several rows. Rows that it does not apply to are left as they are. */
export interface BulkDeed<R> {
  readonly verb: string
  /** The permission of the role that it needs. */
  readonly needs: RoleAction
  readonly danger?: true
  title(rows: readonly R[], what: string): string
  readonly text: string
  takes(row: R): boolean
  /** Answers why it was not done, if it was not. */
  run(row: R, at: (path: string) => string): Promise<string | undefined>
}

/** The words of a list for its rows, and the deeds for several of them. */
export interface BulkKind<R> {
  readonly one: string
  readonly many: string
  /** Absent where rows have no amount. */
  centsOf?(row: R): number
  nameOf(row: R): ReactNode
  readonly deeds: readonly BulkDeed<R>[]
  /** `payouts` where `export/payouts.csv` takes the ids of rows. */
  readonly csv?: string
}

interface BulkActionsProps<R> {
  readonly kind: BulkKind<R>
  readonly rows: readonly R[]
  readonly onDone: () => void
}

/** More are exported by their filters. */
const EXPORTED_MAX = 100

/** `3 payouts of $120.00`. */
function wordsOf<R>({ one, many, centsOf }: BulkKind<R>, rows: readonly R[]): string {
  const count = rows.length === 1 ? `one ${one}` : `${rows.length} ${many}`
  return centsOf ? `${count} of ${sumOf(rows, centsOf)}` : count
}

const sumOf = <R,>(rows: readonly R[], centsOf: (row: R) => number): string =>
  formatCents(rows.reduce((sum, row) => sum + centsOf(row), 0))

/** Actions for the rows that are chosen. */
export function BulkActions<R extends { readonly id: string }>({ kind, rows, onDone }: BulkActionsProps<R>) {
  const can = useCan()
  const [deed, setDeed] = useState<BulkDeed<R>>()
  const ids = rows.map(({ id }) => id).join()
  const file = withParams(usePath()(`export/${kind.csv}.csv`), { ids })
  const offer = (one: BulkDeed<R>) => {
    const count = rows.filter((row) => one.takes(row)).length
    return (
      <Button key={one.verb} variant="default" disabled={count === 0} onClick={() => setDeed(one)}>
        {one.verb} {count > 0 ? count : ''}
      </Button>
    )
  }
  return (
    <>
      <strong>
        {rows.length} selected{kind.centsOf ? `, ${sumOf(rows, kind.centsOf)}` : ''}
      </strong>
      {kind.deeds.filter(({ needs }) => can(needs)).map(offer)}
      {kind.csv && can('exports.make') && rows.length <= EXPORTED_MAX && (
        <Button
          component="a"
          href={file}
          download={`${kind.csv}.csv`}
          variant="default"
          leftSection={<IconDownload size={16} />}
        >
          Export
        </Button>
      )}
      {deed && (
        <DeedDialog
          kind={kind}
          deed={deed}
          rows={rows.filter((row) => deed.takes(row))}
          onClose={() => setDeed(undefined)}
          onDone={onDone}
        />
      )}
    </>
  )
}

interface DeedDialogProps<R> extends BulkActionsProps<R> {
  readonly deed: BulkDeed<R>
  readonly onClose: () => void
}

interface Outcome<R> {
  readonly row: R
  readonly fault: string | undefined
}

/** Asks once, does each, and says which could not be done and why. */
function DeedDialog<R extends { readonly id: string }>({ kind, deed, rows, onClose, onDone }: DeedDialogProps<R>) {
  // The rows as they were when the dialog was opened: afterwards they have another status.
  const [asked] = useState(rows)
  const { outcomes, isRunning, run } = useDeed(deed, asked)
  const isDone = !isRunning && outcomes.length > 0
  const close = () => {
    if (isRunning) return
    onClose()
    if (isDone) onDone()
  }
  return (
    <Dialog title={deed.title(asked, wordsOf(kind, asked))} opened onClose={close}>
      <Stack gap="md">
        {isDone ? <Outcomes kind={kind} outcomes={outcomes} /> : <p>{deed.text}</p>}
        {isRunning && (
          <Progress
            value={(outcomes.length / asked.length) * 100}
            aria-label={`${outcomes.length} of ${asked.length}`}
          />
        )}
        <Buttons>
          {isDone ? (
            <Button onClick={close}>Done</Button>
          ) : (
            <>
              <Button variant="default" disabled={isRunning} onClick={close}>
                Go back
              </Button>
              <Button loading={isRunning} onClick={() => void run()} {...(deed.danger ? { color: 'red' } : {})}>
                {deed.verb} {asked.length === 1 ? `one ${kind.one}` : `${asked.length} ${kind.many}`}
              </Button>
            </>
          )}
        </Buttons>
      </Stack>
    </Dialog>
  )
}

const Buttons = ({ children }: { readonly children: ReactNode }) => (
  <Group justify="flex-end" gap="xs">
    {children}
  </Group>
)

/** One after the other, so that funds that do not suffice for all pay the first ones. */
function useDeed<R>(deed: BulkDeed<R>, rows: readonly R[]) {
  const at = usePath()
  const client = useQueryClient()
  const [outcomes, setOutcomes] = useState<readonly Outcome<R>[]>([])
  const [isRunning, setRunning] = useState(false)
  async function run(): Promise<void> {
    setRunning(true)
    for (const row of rows) {
      const fault = await deed.run(row, at).catch((error: unknown) => asRequestError(error).message)
      setOutcomes((before) => [...before, { row, fault }])
    }
    setRunning(false)
    await client.invalidateQueries({ queryKey: ['read'] })
  }
  return { outcomes, isRunning, run }
}

interface OutcomesProps<R> {
  readonly kind: BulkKind<R>
  readonly outcomes: readonly Outcome<R>[]
}

function Outcomes<R extends { readonly id: string }>({ kind, outcomes }: OutcomesProps<R>) {
  const faulty = outcomes.filter(({ fault }) => fault !== undefined)
  return (
    <div role="status">
      <p>
        {outcomes.length - faulty.length} of {outcomes.length} done.
      </p>
      {faulty.length > 0 && (
        <ul className={styles.faults}>
          {faulty.map(({ row, fault }) => (
            <li key={row.id}>
              {kind.nameOf(row)}
              {kind.centsOf && `, ${formatCents(kind.centsOf(row))}`}: {fault}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
