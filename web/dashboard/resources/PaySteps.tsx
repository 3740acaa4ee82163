import { Anchor, Button, Group, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Payout, PayoutCreate } from '../../../contracts/resources.ts'
import { formatCents } from '../../ui/Amount.tsx'
import { asRequestError, type RequestError } from '../../ui/requests.ts'
import { useCommand, usePath } from '../api/queries.ts'
import { request } from '../api/requests.ts'
import { FieldsForm } from '../form/FieldsForm.tsx'
import type { Body } from '../form/field.ts'
import { ErrorNote } from '../parts/ErrorState.tsx'
import { Time } from '../parts/Time.tsx'
import { ApproverNote } from './ApproverNote.tsx'
import type { Action, Call, Row } from './kind.ts'
import { PayReview } from './PayReview.tsx'
import type { PayoutDryRun } from './pay-warnings.ts'
import styles from './resources.module.css'

interface PayStepsProps<R extends Row | undefined> {
  readonly action: Action<R>
  readonly row: R
  readonly onClose: () => void
}

/** A payment that was tried out: the request, and what it would do now. */
interface Reviewed {
  readonly call: Call
  readonly foreseen: PayoutDryRun
}

/** Paying in two steps: the form, then a review by the API's dry run. Nothing is paid before the second. */
export function PaySteps<R extends Row | undefined>({ action, row, onClose }: PayStepsProps<R>) {
  const at = usePath()
  const [reviewed, setReviewed] = useState<Reviewed>()
  const [made, setMade] = useState<Payout>()
  // One key while the dialog is open: after a lost answer a changed payment is refused instead of made beside the first.
  const pay = useCommand<Payout>({ oneKey: true })
  const isSending = useRef(false)
  function makeIt({ method, path, body }: Call): void {
    // The second press of a double click comes before the button is disabled.
    if (isSending.current) return
    isSending.current = true
    pay.mutate(
      { method, path: `v1${path}`, ...(body ? { body } : {}), key: action.keyOf?.(row) },
      { onSuccess: setMade, onSettled: () => (isSending.current = false) },
    )
  }
  const tryOut = async (body: Body) => {
    const call = action.call(body, row)
    const foreseen = await request<PayoutDryRun>('POST', `${at(`v1${call.path}`)}?dry_run=true`, { body: call.body })
    setReviewed({ call, foreseen })
  }
  if (made) return <Made payout={made} onClose={onClose} />
  return (
    <>
      {action.fields ? (
        // The form stays where it is, so that going back finds what was typed.
        <div hidden={reviewed !== undefined}>
          <FieldsForm
            fields={action.fields}
            initial={action.initial?.(row)}
            submit={(values) => action.submit(values, row)}
            onCancel={onClose}
            onSubmit={tryOut}
          />
        </div>
      ) : (
        !reviewed && <TryOut tryOut={() => tryOut({})} onClose={onClose} />
      )}
      {reviewed && (
        <Review
          {...reviewed}
          busy={pay.isPending}
          error={pay.error}
          onBack={() => {
            pay.reset()
            if (action.fields) setReviewed(undefined)
            else onClose()
          }}
          onPay={makeIt}
        />
      )}
    </>
  )
}

/** Without a form the review comes at once. */
function TryOut({ tryOut, onClose }: { readonly tryOut: () => Promise<void>; readonly onClose: () => void }) {
  const [error, setError] = useState<RequestError>()
  const first = useRef(true)
  useEffect(() => {
    if (!first.current) return
    first.current = false
    tryOut().catch((fault: unknown) => setError(asRequestError(fault)))
  }, [tryOut])
  if (!error) return <p aria-busy="true">Looking at what it would cost…</p>
  return (
    <Stack gap="md">
      <ErrorNote error={error} />
      <Group justify="flex-end">
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Stack>
  )
}

interface ReviewProps extends Reviewed {
  readonly busy: boolean
  readonly error: RequestError | null
  readonly onBack: () => void
  readonly onPay: (call: Call) => void
}

function Review({ call, foreseen, busy, error, onBack, onPay }: ReviewProps) {
  const top = useRef<HTMLDivElement>(null)
  // Not the button: a person who keeps Enter pressed in the form must not pay by that.
  useEffect(() => top.current?.focus(), [])
  const { date } = call.body as PayoutCreate
  return (
    <Stack gap="md">
      <section ref={top} tabIndex={-1} aria-label="Review" className={styles.review}>
        <PayReview foreseen={foreseen} scheduled={date ?? undefined} />
      </section>
      {error && <ErrorNote error={error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onBack} disabled={busy}>
          Back
        </Button>
        <Button loading={busy} onClick={() => onPay(call)}>
          {date ? 'Schedule' : 'Pay'} {formatCents(foreseen.amount_in_cents)}
        </Button>
      </Group>
    </Stack>
  )
}

/** After it was made: who must approve it, or that it is on its way, and where it can be seen. */
function Made({ payout, onClose }: { readonly payout: Payout; readonly onClose: () => void }) {
  const { id, amount_in_cents, approval, status, date } = payout
  return (
    <Stack gap="md" role="status">
      <p>
        <strong>{formatCents(amount_in_cents)}</strong>{' '}
        {approval?.status === 'awaiting' ? (
          <ApproverNote approval={approval.id} />
        ) : status === 'ready' ? (
          <>
            is set aside{payout.type === 'unclaimed' ? ' until the creator claims it' : ' and goes out on '}
            {payout.type !== 'unclaimed' && <Time at={date} />}.
          </>
        ) : (
          'is on its way.'
        )}
      </p>
      <Group justify="flex-end" gap="md">
        <Anchor component={Link} href={`/payouts/${id}`} onClick={onClose}>
          Open the payout
        </Anchor>
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  )
}
