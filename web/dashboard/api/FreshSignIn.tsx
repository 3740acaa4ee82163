import { useEffect, useRef, useState } from 'react'
import type { ConfirmRequest } from '../../../contracts/dashboard/session.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import type { Field } from '../form/field.ts'
import { PASSWORD } from '../sign-in/fields.ts'
import { PLACE } from './place.ts'
import { onFreshSignIn, request } from './requests.ts'
import { useSelf, useSessionChange } from './session.ts'

type Settle = (confirmed: boolean) => void

const CODE: Field<keyof ConfirmRequest> = {
  kind: 'text',
  name: 'code',
  label: 'Code of your authenticator app, or a backup code',
  missing: 'Enter the code.',
  autoComplete: 'one-time-code',
}

/** Asks for the password again when an action needs a fresh sign-in; the refused action is then sent again. */
export function FreshSignIn() {
  const { person } = useSelf()
  const { refresh } = useSessionChange()
  const [open, setOpen] = useState(false)
  const waiting = useRef<Settle[]>([])
  useEffect(() => {
    onFreshSignIn(
      () =>
        new Promise((settle) => {
          waiting.current.push(settle)
          setOpen(true)
        }),
    )
    return () => onFreshSignIn(async () => false)
  }, [])
  function close(confirmed: boolean): void {
    setOpen(false)
    for (const settle of waiting.current.splice(0)) settle(confirmed)
  }
  return (
    <FormDialog
      title="Confirm your password"
      opened={open}
      onClose={() => close(false)}
      lead={`This action needs a sign-in within the last ten minutes. You are ${person.email}.`}
      fields={person.two_factor ? [PASSWORD, CODE] : [PASSWORD]}
      submit="Confirm"
      onSubmit={async (body) => {
        await request('POST', `${PLACE}/api/confirm`, { body })
        void refresh()
        close(true)
      }}
    />
  )
}
