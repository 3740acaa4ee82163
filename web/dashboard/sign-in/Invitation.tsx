import { Anchor } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import type { OpenInvitation } from '../../../contracts/dashboard/people.ts'
import { useRead } from '../api/queries.ts'
import { request } from '../api/requests.ts'
import { useSessionChange } from '../api/session.ts'
import { FieldsForm } from '../form/FieldsForm.tsx'
import { NEW_PASSWORD, YOUR_NAME } from './fields.ts'
import { Gate } from './Gate.tsx'

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

/** A person who has a login joins with it. */
const JOINING = { fields: [], submit: 'Join with your login' } as const
const NEW = { fields: [YOUR_NAME, NEW_PASSWORD], submit: 'Create the account' } as const

function Accept({ token, invitation }: { readonly token: string; readonly invitation: OpenInvitation }) {
  const { refresh } = useSessionChange()
  const [, navigate] = useLocation()
  const { fields, submit } = invitation.has_login ? JOINING : NEW
  return (
    <Gate
      title={`Join ${invitation.enterprise.name}`}
      lead={`You were invited as ${invitation.role}, with ${invitation.email}.`}
    >
      <FieldsForm
        place="gate"
        fields={fields}
        submit={submit}
        onSubmit={async (body) => {
          await request('POST', `/dashboard/api/invitation/${encodeURIComponent(token)}/accept`, { body })
          await refresh()
          navigate('/sign-in')
        }}
      />
    </Gate>
  )
}
