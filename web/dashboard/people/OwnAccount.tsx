import { useMe } from '../api/session.ts'
import { Account } from './Account.tsx'

export default function OwnAccount() {
  return <Account of={useMe().enterprise.name} />
}
