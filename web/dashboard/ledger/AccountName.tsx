import { Named } from '../resources/Named.tsx'
import { accountKind, creatorOf } from './names.ts'

/** What an account is called; a creator's by the creator's name. */
export function AccountName({ account }: { readonly account: string }) {
  const creator = creatorOf(account)
  return creator ? <Named id={creator} /> : accountKind(account)
}
