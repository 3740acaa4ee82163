import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import type { SignInOptions } from '../../../contracts/dashboard/session.ts'
import { PLACE } from '../api/place.ts'
import { useRead } from '../api/queries.ts'
import { request } from '../api/requests.ts'
import { FieldsForm } from '../form/FieldsForm.tsx'
import type { Body, Field } from '../form/field.ts'
import { Copy } from '../parts/Copy.tsx'
import { EMAIL, NEW_PASSWORD } from './fields.ts'
import { Gate } from './Gate.tsx'

/** Asks for the e-mail address; with the token of the e-mail that follows, asks for the new password. */
export default function ResetPassword() {
  const [search] = useSearchParams()
  const token = search.get('token')
  return token ? <ChoosePassword token={token} /> : <RequestLink refused={search.has('error')} />
}

const back = (
  <Anchor component={Link} href="/sign-in" ta="center">
    Back to the sign-in
  </Anchor>
)

function RequestLink({ refused }: { readonly refused: boolean }) {
  const { data: options, isPending } = useRead<SignInOptions>('/sign-in-options')
  const [sentTo, setSentTo] = useState<string>()
  async function send({ email }: Body): Promise<void> {
    const body = { email, redirectTo: '/dashboard/reset-password' }
    await request('POST', '/dashboard/auth/request-password-reset', { body })
    setSentTo(String(email))
  }
  if (isPending) return null
  if (options?.mails_links === false)
    return (
      <Gate
        title="Forgot your password?"
        lead="No mail server is set up, so no link can be sent. The operator of this service makes a new password, which is shown once:"
      >
        <Copy text="npm run operator -- person password EMAIL" whole />
        {back}
      </Gate>
    )
  if (sentTo)
    return (
      <Gate title="Check your inbox" lead={`If ${sentTo} has an account, a link is on its way to it.`}>
        {back}
      </Gate>
    )
  return (
    <Gate
      title={refused ? 'This link has expired' : 'Forgot your password?'}
      lead={refused ? 'Ask for a new one.' : 'We send you a link to choose a new one.'}
    >
      <FieldsForm place="gate" fields={[EMAIL]} submit="Send the link" onSubmit={send}>
        {back}
      </FieldsForm>
    </Gate>
  )
}

const CHOOSE: readonly Field[] = [{ ...NEW_PASSWORD, name: 'newPassword', label: 'New password' }]

export function ChoosePassword({ token }: { readonly token: string }) {
  const [, navigate] = useLocation()
  return (
    <Gate title="Choose a new password" lead="Every device that is signed in is signed out.">
      <FieldsForm
        place="gate"
        fields={CHOOSE}
        submit="Save and sign in"
        onSubmit={async (body) => {
          await request('POST', `${PLACE}/auth/reset-password`, { body: { ...body, token } })
          navigate('/sign-in')
        }}
      />
    </Gate>
  )
}
