import { createElement } from 'react'
import type { DashboardPage, PageProps } from '../pages.ts'
import { later } from '../parts/later.tsx'
import { KIND_NAMES, type KindName } from './kind.ts'

/** All resources are the same two pages, and one piece of code to load. */
const listOf = (name: KindName) =>
  later(async () => {
    const [{ ResourceList }, { KINDS }] = await Promise.all([import('./ResourceList.tsx'), import('./kinds/index.ts')])
    return { default: () => createElement(ResourceList, { kind: KINDS[name] }) }
  })

const detailOf = (name: KindName) =>
  later(async () => {
    const [{ ResourceDetail }, { KINDS }] = await Promise.all([
      import('./ResourceDetail.tsx'),
      import('./kinds/index.ts'),
    ])
    const Detail = ({ params }: PageProps) => createElement(ResourceDetail, { kind: KINDS[name], id: params.id ?? '' })
    return { default: Detail }
  })

const pagesOf = (name: KindName): readonly DashboardPage[] => [
  { path: `/${name}`, component: listOf(name) },
  { path: `/${name}/:id`, component: detailOf(name) },
]

/** Home, the resources, pay by file, the ledger, reconciliation and search. */
export const RESOURCE_PAGES: readonly DashboardPage[] = [
  { path: '/', component: later(() => import('../home/Home.tsx')) },
  ...KIND_NAMES.flatMap(pagesOf),
  { path: '/pay-file', component: later(() => import('../pay-file/PayFile.tsx')) },
  { path: '/pay-file/:id', component: later(() => import('../pay-file/Review.tsx')) },
  { path: '/ledger', component: later(() => import('../ledger/Ledger.tsx')) },
  { path: '/ledger/statement', component: later(() => import('../ledger/Statement.tsx')) },
  {
    path: '/reconciliation',
    component: later(() => import('../ledger/Reconciliation.tsx')),
    only: 'production',
  },
  { path: '/search', component: later(() => import('../search/Search.tsx')) },
]
