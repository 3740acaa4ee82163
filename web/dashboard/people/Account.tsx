import { useMe } from '../api/session.ts'
import { Cards } from '../parts/Card.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { Password } from './Password.tsx'
import { Sessions } from './Sessions.tsx'
import { TwoFactor } from './TwoFactor.tsx'

export default function Account() {
  const { person, role, enterprise } = useMe()
  return (
    <>
      <PageHead title="Your account" lead={`${person.name}, ${person.email}: ${role} of ${enterprise.name}.`} />
      <Cards>
        <TwoFactor />
        <Password />
        <Sessions />
      </Cards>
    </>
  )
}
