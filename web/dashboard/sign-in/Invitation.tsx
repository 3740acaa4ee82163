import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { Link, Redirect } from 'wouter'
import type { OpenInvitation } from '../../../contracts/dashboard/people.ts'
import { useRead } from '../api/queries.ts'
import { request } from '../api/requests.ts'
import { useMeQuery, useSessionChange } from '../api/session.ts'
import { FieldsForm } from '../form/FieldsForm.tsx'
import type { Body } from '../form/field.ts'
import { NEW_PASSWORD, YOUR_NAME } from './fields.ts'
import { Gate } from './Gate.tsx'
import SignIn from './SignIn.tsx'

export default function Invitation({ token }: { readonly token: string }) {
  const { data, error } = useRead<OpenInvitation>(`/invitation/${encodeURIComponent(token)}`)
  if (data) return <Accept token={token} invitation={data} />
  if (!error) return null
  return (
    <Gate
      title="This invitation is not open"
      lead={error.isFinal ? 'It was used, withdrawn or has expired. Ask for a new one.' : error.message}
    >
      <Anchor component={Link} href="/sign-in">
        Back to the sign-in
      </Anchor>
    </Gate>
  )
}

function Accept({ token, invitation }: { readonly token: string; readonly invitation: OpenInvitation }) {
  const { data: me } = useMeQuery()
  if (!invitation.has_login) return <NewLogin token={token} invitation={invitation} />
  if (me === undefined) return null
  if (me?.person.email === invitation.email) return <Join token={token} invitation={invitation} />
  return <SignIn lead={`To join ${invitation.enterprise.name} with the login you have.`} email={invitation.email} />
}

interface OpenProps {
  readonly token: string
  readonly invitation: OpenInvitation
}

const accept = (token: string, body: Body) =>
  request<{ enterprise: string }>('POST', `/dashboard/api/invitation/${encodeURIComponent(token)}/accept`, { body })

const headOf = ({ enterprise, role, email }: OpenInvitation) => ({
  title: `Join ${enterprise.name}`,
  lead: `You were invited as ${role}, with ${email}.`,
})

/** Makes the login and signs in with it. Were that refused, the sign-in has the address already. */
function NewLogin({ token, invitation }: OpenProps) {
  const { email } = invitation
  const { data: me } = useMeQuery()
  const { refresh } = useSessionChange()
  const [isMade, setMade] = useState(false)
  if (me?.person.email === email) return <Redirect to="/" replace />
  if (isMade) return <SignIn lead="Your login is ready. Sign in with it." email={email} />
  return (
    <Gate {...headOf(invitation)}>
      <FieldsForm
        place="gate"
        fields={[YOUR_NAME, NEW_PASSWORD]}
        submit="Create the account"
        onSubmit={async (body) => {
          await accept(token, body)
          const signIn = { email, password: body.password }
          await request('POST', '/dashboard/auth/sign-in/email', { body: signIn }).catch(() => undefined)
          await refresh()
          setMade(true)
        }}
      />
    </Gate>
  )
}

/** The person who is signed in joins with their login, and is shown the enterprise that they have joined. */
function Join({ token, invitation }: OpenProps) {
  return (
    <Gate {...headOf(invitation)}>
      <FieldsForm
        place="gate"
        fields={[]}
        submit="Join with your login"
        onSubmit={async () => {
          const { enterprise } = await accept(token, {})
          await request('POST', '/dashboard/api/enterprise', { body: { enterprise } })
          // Everything read so far belongs to the other enterprise.
          location.assign('/dashboard')
        }}
      />
    </Gate>
  )
}
