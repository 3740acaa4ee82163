import { useMe, useSessionChange } from '../api/session.ts'
import { Cards } from '../parts/Card.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { PasskeySignIn } from '../sign-in/PasskeySignIn.tsx'
import { canUsePasskeys } from '../sign-in/passkeys.ts'
import { Passkeys } from './Passkeys.tsx'
import { TwoFactor } from './TwoFactor.tsx'

/** In place of every page, until the session has the second factor that the role or the enterprise needs. */
export function SecondFactorNeeded() {
  const { role, enterprise, second_factor } = useMe()
  const { refresh } = useSessionChange()
  const hasPasskey = second_factor.passkeys > 0
  return (
    <>
      <PageHead
        title={hasPasskey ? 'Use your passkey' : 'Set up a second factor'}
        lead={`As ${role} of ${enterprise.name} you need more than a password. An authenticator app or a passkey takes a minute.`}
      />
      {hasPasskey && canUsePasskeys() && <PasskeySignIn onDone={refresh} />}
      <Cards>
        <TwoFactor />
        <Passkeys />
      </Cards>
    </>
  )
}
