import type { Environment } from '../../contracts/environment.ts'
import type { LazyComponent } from './parts/lazy.tsx'

/** A page below `/dashboard/<environment>`. */
export interface DashboardPage {
  /** A pattern: `/payouts/:id`. */
  readonly path: string
  readonly component: LazyComponent<PageProps>
  /** The only environment that has this page; absent: both have it. */
  readonly only?: Environment
}

export interface PageProps {
  /** The values that the pattern matched. */
  readonly params: Readonly<Record<string, string>>
}
