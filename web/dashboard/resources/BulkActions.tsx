import { Button, Group, Progress, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Payout } from '../../../contracts/resources.ts'
import { formatCents } from '../../ui/Amount.tsx'
import { asRequestError } from '../../ui/requests.ts'
import { usePath, withParams } from '../api/queries.ts'
import { request } from '../api/requests.ts'
import { useCan } from '../api/session.ts'
import { IconDownload } from '../icons.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { Named } from './Named.tsx'
import { canRetry, retryPayout } from './payout-retry.ts'
import styles from './resources.module.css'

interface PayoutsBulkProps {
  readonly rows: readonly Payout[]
  readonly onDone: () => void
}

/** More are exported by their filters. */
const EXPORTED_MAX = 100

const sumOf = (rows: readonly Payout[]): string =>
  formatCents(rows.reduce((sum, { amount_in_cents }) => sum + amount_in_cents, 0))

const many = (count: number): string => (count === 1 ? 'one payout' : `${count} payouts`)

/** Something that is done to each of several payouts. */
interface Deed {
  readonly verb: string
  readonly danger?: true
  readonly title: (rows: readonly Payout[]) => string
  readonly text: string
  takes(payout: Payout): boolean
  /** Answers why it was not done, if it was not. */
  run(payout: Payout, at: (path: string) => string): Promise<string | undefined>
}

const CANCEL: Deed = {
  verb: 'Cancel',
  danger: true,
  title: (rows) => `Cancel ${many(rows.length)} of ${sumOf(rows)}?`,
  text: 'The money that was set aside goes back to your operating account. A canceled payout stays canceled.',
  takes: ({ status }) => status === 'ready',
  async run({ id }, at) {
    const { status } = await request<Payout>('PUT', at(`v1/payout/${id}`), { body: { status: 'canceled' } })
    return status === 'canceled' ? undefined : `It is ${status} already.`
  },
}

const RETRY: Deed = {
  verb: 'Retry',
  title: (rows) => `Pay ${many(rows.length)} of ${sumOf(rows)} again?`,
  text: 'Each is paid anew from your operating account, at once, to where the creator is paid now. Fees are charged as usual.',
  takes: canRetry,
  run: (payout, at) => retryPayout(at('v1/payout'), payout).then(() => undefined),
}

/** Actions for the payouts that are chosen. An action leaves payouts that it does not apply to as they are. */
export function PayoutsBulk({ rows, onDone }: PayoutsBulkProps) {
  const can = useCan()
  const [deed, setDeed] = useState<Deed>()
  const ids = rows.map(({ id }) => id).join()
  const file = withParams(usePath()('export/payouts.csv'), { ids })
  const offer = (one: Deed) => {
    const count = rows.filter(one.takes).length
    return (
      <Button key={one.verb} variant="default" disabled={count === 0} onClick={() => setDeed(one)}>
        {one.verb} {count > 0 ? count : ''}
      </Button>
    )
  }
  return (
    <>
      <strong>
        {rows.length} selected, {sumOf(rows)}
      </strong>
      {can('payments.make') && [CANCEL, RETRY].map(offer)}
      {can('exports.make') && rows.length <= EXPORTED_MAX && (
        <Button
          component="a"
          href={file}
          download="payouts.csv"
          variant="default"
          leftSection={<IconDownload size={16} />}
        >
          Export
        </Button>
      )}
      {deed && (
        <DeedDialog deed={deed} rows={rows.filter(deed.takes)} onClose={() => setDeed(undefined)} onDone={onDone} />
      )}
    </>
  )
}

interface DeedDialogProps extends PayoutsBulkProps {
  readonly deed: Deed
  readonly onClose: () => void
}

interface Outcome {
  readonly payout: Payout
  readonly fault: string | undefined
}

/** Asks once, does each, and says which could not be done and why. */
function DeedDialog({ deed, rows, onClose, onDone }: DeedDialogProps) {
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
    <Dialog title={deed.title(asked)} opened onClose={close}>
      <Stack gap="md">
        {isDone ? <Outcomes outcomes={outcomes} /> : <p>{deed.text}</p>}
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
                {deed.verb} {many(asked.length)}
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
function useDeed(deed: Deed, rows: readonly Payout[]) {
  const at = usePath()
  const client = useQueryClient()
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const [isRunning, setRunning] = useState(false)
  async function run(): Promise<void> {
    setRunning(true)
    for (const payout of rows) {
      const fault = await deed.run(payout, at).catch((error: unknown) => asRequestError(error).message)
      setOutcomes((before) => [...before, { payout, fault }])
    }
    setRunning(false)
    await client.invalidateQueries({ queryKey: ['read'] })
  }
  return { outcomes, isRunning, run }
}

function Outcomes({ outcomes }: { readonly outcomes: readonly Outcome[] }) {
  const faulty = outcomes.filter(({ fault }) => fault !== undefined)
  return (
    <div role="status">
      <p>
        {outcomes.length - faulty.length} of {outcomes.length} done.
      </p>
      {faulty.length > 0 && (
        <ul className={styles.faults}>
          {faulty.map(({ payout, fault }) => (
            <li key={payout.id}>
              <Named id={payout.account_connection} />, {formatCents(payout.amount_in_cents)}: {fault}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
