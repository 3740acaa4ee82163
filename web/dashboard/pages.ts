import type { ComponentType, LazyExoticComponent } from 'react'
import { RESOURCE_PAGES } from './resources/pages.ts'

/** A page below `/dashboard/<environment>`, loaded when it is first opened. */
export interface DashboardPage {
  /** A pattern: `/payouts/:id`. */
  readonly path: string
  readonly component: LazyExoticComponent<ComponentType<PageProps>>
  /** Only there: the other environment has no such thing. */
  readonly only?: 'sandbox' | 'production'
}

export interface PageProps {
  /** What the pattern caught. */
  readonly params: Readonly<Record<string, string>>
}

const PAGES: readonly DashboardPage[] = []

export const ALL_PAGES: readonly DashboardPage[] = [...RESOURCE_PAGES, ...PAGES]
