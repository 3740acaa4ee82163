import { Stack, Text } from '@mantine/core'
import { canUsePasskeys } from '../../ui/passkeys.ts'
import { useSelf, useSessionChange } from '../api/session.ts'
import { Cards } from '../parts/Card.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { PasskeySignIn } from '../sign-in/PasskeySignIn.tsx'
import { Passkeys } from './Passkeys.tsx'
import { TwoFactor } from './TwoFactor.tsx'

/**
 * In place of every page, until the session has the second factor that the role or the enterprise needs. `of` names the
 * enterprise, or the service that an operator runs.
 */
export function SecondFactorNeeded({ of }: { readonly of: string }) {
  const { role, second_factor } = useSelf()
  const why = `As ${role} of ${of} you need more than a password.`
  return second_factor.passkeys > 0 ? <UsePasskey why={why} /> : <SetUp why={why} />
}

const SetUp = ({ why }: { readonly why: string }) => (
  <>
    <PageHead title="Set up a second factor" lead={`${why} An authenticator app or a passkey takes a minute.`} />
    <Cards>
      <TwoFactor />
      <Passkeys />
    </Cards>
  </>
)

/** The password alone must not add another factor to the one that the person has. */
function UsePasskey({ why }: { readonly why: string }) {
  const { refresh } = useSessionChange()
  return (
    <>
      <PageHead title="Use your passkey" lead={`${why} You have a passkey: sign in with it.`} />
      <Stack align="flex-start">
        {canUsePasskeys() ? (
          <PasskeySignIn onDone={refresh} />
        ) : (
          <Text>This browser cannot use passkeys at this address. Use the device that has yours.</Text>
        )}
        <Text c="dimmed">
          If you have lost it, the operator of this service can remove it and give you a new password.
        </Text>
      </Stack>
    </>
  )
}
