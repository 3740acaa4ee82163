import { Account } from '../../dashboard/people/Account.tsx'

export default function OwnAccount() {
  return <Account of="this service" />
}
