import { useSelf } from '../api/session.ts'
import { Cards } from '../parts/Card.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { OwnName } from './OwnName.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Password } from './Password.tsx'
import { Sessions } from './Sessions.tsx'
import { TwoFactor } from './TwoFactor.tsx'

/** `of` names the enterprise, or the service that an operator runs. */
export function Account({ of }: { readonly of: string }) {
  const { person, role } = useSelf()
  return (
    <>
      <PageHead title="Your account" clock="real" lead={`${person.email}, ${role} of ${of}.`} />
      <Cards>
        <TwoFactor />
        <Passkeys />
        <Password />
        <Sessions />
        <OwnName />
      </Cards>
    </>
  )
}
