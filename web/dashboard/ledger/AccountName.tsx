import { Named } from '../resources/Named.tsx'
import { accountKind, creatorOf } from './names.ts'

/** The name of an account; a creator's account shows the creator's name. */
export function AccountName({ account }: { readonly account: string }) {
  const creator = creatorOf(account)
  return creator ? <Named id={creator} /> : accountKind(account)
}
