import type { DashboardPage } from '../pages.ts'

/** Home, the resources, pay by file, the ledger, reconciliation and search. */
export const RESOURCE_PAGES: readonly DashboardPage[] = []
