import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { canUsePasskeys } from '../../ui/passkeys.ts'
import { PLACE } from '../api/place.ts'
import { request } from '../api/requests.ts'
import { useSessionChange } from '../api/session.ts'
import { FieldsForm } from '../form/FieldsForm.tsx'
import type { Body } from '../form/field.ts'
import { EMAIL, PASSWORD } from './fields.ts'
import { Gate } from './Gate.tsx'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import { SecondFactor } from './SecondFactor.tsx'

interface Asked {
  readonly lead: string
  /** Said to somebody who has no account. */
  readonly foot: string
  /** Links to choose a new password are mailed. */
  readonly mailsLinks: boolean
  /** The address that the form begins with. */
  readonly email: string
}

const LEAD = "To your enterprise's dashboard."
const FOOT = 'No account? Ask an admin to invite you.'

/** E-mail and password, then the second factor if the person has one. Afterwards the requested page is shown. */
export default function SignIn({ lead = LEAD, foot = FOOT, mailsLinks = true, email = '' }: Partial<Asked>) {
  const [needsCode, setNeedsCode] = useState(false)
  return needsCode ? (
    <SecondFactor onBack={() => setNeedsCode(false)} />
  ) : (
    <PasswordStep lead={lead} foot={foot} mailsLinks={mailsLinks} email={email} onCode={() => setNeedsCode(true)} />
  )
}

const FIELDS = [EMAIL, PASSWORD]

function PasswordStep({ lead, foot, mailsLinks, email, onCode }: Asked & { readonly onCode: () => void }) {
  const { refresh } = useSessionChange()
  async function signIn(body: Body): Promise<void> {
    const answer = await request<{ twoFactorRedirect?: boolean }>('POST', `${PLACE}/auth/sign-in/email`, { body })
    if (answer.twoFactorRedirect) onCode()
    else await refresh()
  }
  return (
    <Gate title="Sign in" lead={lead} foot={foot}>
      <FieldsForm place="gate" fields={FIELDS} initial={{ email }} submit="Sign in" onSubmit={signIn}>
        {mailsLinks && (
          <Anchor component={Link} href="/reset-password" ta="center">
            Forgot your password?
          </Anchor>
        )}
      </FieldsForm>
      {canUsePasskeys() && <PasskeySignIn onDone={refresh} />}
    </Gate>
  )
}
