import type { ReactNode } from 'react'
import type { Action as RoleAction } from '../../../contracts/dashboard/session.ts'
import type { UserData } from '../../../contracts/resources.ts'
import type { Body, Field, Values } from '../form/field.ts'
import type { Fact } from '../parts/Facts.tsx'

/** The fields that every resource has. */
export interface Row {
  readonly id: string
  readonly status?: string
  readonly type?: string
  readonly user_data?: UserData
  readonly created_at: string
  readonly updated_at: string
}

// Methods instead of properties of function type, so that a Kind<Payout> is assignable to a Kind<Row>.

export interface KindColumn<R extends Row> {
  readonly title: string
  readonly align?: 'right'
  readonly narrow?: 'hide' | 'whole'
  readonly grow?: boolean
  cell(row: R): ReactNode
}

export interface Call {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  /** Relative to the API of the environment. */
  readonly path: string
  readonly body?: object
}

/** An action on a resource, as data: who may do it, its form, its request and what follows. */
export interface Action<R extends Row | undefined> {
  readonly label: string
  /** The permission of the role that it needs. */
  readonly needs: RoleAction
  readonly danger?: true
  readonly fields?: readonly Field[]
  /** Shown beside the other buttons instead of under "More". */
  readonly primary?: true
  when?(row: R): boolean
  title(row: R): string
  /** The consequence, shown above the form. */
  text?(row: R): string
  initial?(row: R): Values
  submit(values: Values, row: R): string
  /** The request, made of the form's body. */
  call(body: Body, row: R): Call
  /** Shown after success; without it the dialog closes. */
  done?(answer: never): ReactNode
  /** The page to open after success. */
  leadsTo?(answer: Row): string
}

/** A list of another resource on a detail page. */
export interface Related<R extends Row> {
  readonly kind: KindName
  readonly title: string
  /** The title of a column to leave out, because it is the same in every row. */
  readonly without?: string
  path(row: R): string
}

export const KIND_NAMES = [
  'account-connections',
  'payouts',
  'withdrawals',
  'p2p',
  'contracts',
  'buyers',
  'purchases',
] as const
export type KindName = (typeof KIND_NAMES)[number]

/** One resource of the API, described once for its list and its detail page. */
export interface Kind<R extends Row> {
  /** In the dashboard's addresses, and the name of the CSV export. */
  readonly name: KindName
  /** The path of the API. */
  readonly path: string
  readonly title: string
  readonly singular: string
  readonly lead: string
  readonly statuses: readonly string[]
  readonly byExternalId?: true
  readonly columns: readonly KindColumn<R>[]
  readonly empty: { readonly title: string; readonly text: string }
  readonly create: Action<undefined>
  readonly actions: readonly Action<R>[]
  readonly related?: readonly Related<R>[]
  heading(row: R): ReactNode
  facts(row: R): readonly Fact[]
  /** Cards below the facts. */
  extra?(row: R): ReactNode
}
