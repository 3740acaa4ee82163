import type { AccountSecuritySteps } from '../../contracts/account.ts'

/** Sends a step; the page then shows the `AccountSecurity` that follows. */
export type Send = <Path extends keyof AccountSecuritySteps>(
  path: Path,
  body: AccountSecuritySteps[Path],
) => Promise<void>
