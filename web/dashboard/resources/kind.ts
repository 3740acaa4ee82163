import type { ReactNode } from 'react'
import type { Action as RoleAction } from '../../../contracts/dashboard/session.ts'
import type { UserData } from '../../../contracts/resources.ts'
import type { Body, Field, Values } from '../form/field.ts'
import type { Fact } from '../parts/Facts.tsx'

/** What every resource has; the pages that show any of them know no more. */
export interface Row {
  readonly id: string
  readonly status?: string
  readonly type?: string
  readonly user_data?: UserData
  readonly created_at: string
  readonly updated_at: string
}

// Methods, not properties of function type: a Kind<Payout> may then stand where a Kind<Row> is wanted.

export interface Column<R extends Row> {
  readonly title: string
  readonly align?: 'right'
  readonly narrow?: 'hide' | 'whole'
  readonly grow?: boolean
  cell(row: R): ReactNode
}

export interface Call {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  /** Below the environment's API. */
  readonly path: string
  readonly body?: object
}

/** Something a person can do, as data: who sees it, what is asked, what is called, what is said afterwards. */
export interface Action<R extends Row | undefined> {
  readonly label: string
  /** The action of the role table that it needs. */
  readonly needs: RoleAction
  readonly danger?: true
  readonly fields?: readonly Field[]
  /** Shown beside the other buttons instead of under "More". */
  readonly primary?: true
  when?(row: R): boolean
  title(row: R): string
  /** What will happen, before it does. */
  text?(row: R): string
  initial?(row: R): Values
  submit(values: Values, row: R): string
  /** The request, made of the form's body. */
  call(body: Body, row: R): Call
  /** What to say about the answer; without it the page simply shows the new state. */
  done?(answer: never): ReactNode
  /** Where to go afterwards. */
  leadsTo?(answer: Row): string
}

/** A list of another resource on a detail page. */
export interface Related<R extends Row> {
  readonly kind: KindName
  readonly title: string
  /** A column that would say the same in every row. */
  readonly without?: string
  path(row: R): string
}

export const KIND_NAMES = ['account-connections', 'payouts', 'p2p', 'contracts', 'buyers', 'purchases'] as const
export type KindName = (typeof KIND_NAMES)[number]

/** One resource of the API, described once for its list and its detail page. */
export interface Kind<R extends Row> {
  /** In the dashboard's addresses and of its CSV. */
  readonly name: KindName
  /** Of the API. */
  readonly path: string
  readonly title: string
  readonly singular: string
  readonly lead: string
  readonly statuses: readonly string[]
  readonly byExternalId?: true
  readonly columns: readonly Column<R>[]
  readonly empty: { readonly title: string; readonly text: string }
  readonly create: Action<undefined>
  readonly actions: readonly Action<R>[]
  readonly related?: readonly Related<R>[]
  heading(row: R): ReactNode
  facts(row: R): readonly Fact[]
  /** What facts cannot say, between them and the timeline. */
  extra?(row: R): ReactNode
}
