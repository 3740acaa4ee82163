import { useMe } from '../api/session.ts'
import { Cards } from '../parts/Card.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { OwnName } from './OwnName.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Password } from './Password.tsx'
import { Sessions } from './Sessions.tsx'
import { TwoFactor } from './TwoFactor.tsx'

export default function Account() {
  const { person, role, enterprise } = useMe()
  return (
    <>
      <PageHead title="Your account" lead={`${person.email}, ${role} of ${enterprise.name}`} />
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
