import type { JsonObject } from '../../kernel/json.ts'
import type { Columns } from '../../platform/rows.ts'
import type { EventDetails, WebhookEvent } from '../events/index.ts'
import type { Transition } from './transition.ts'

/** Columns that every resource with states has. */
export interface StatefulRow {
  readonly id: string
  readonly status: string
  readonly updated_at: Date
  /** Absent where the resource has none. */
  readonly user_data?: JsonObject | null
}

/** A resource as the engine needs to know it to write its transitions. */
export interface StatefulResource<Row extends StatefulRow> {
  /** The name in error messages. */
  readonly name: string
  readonly table: string
  /** Columns that must still be as they were read: the status, and the state of the charge where there is one. */
  readonly guards: readonly (keyof Row & string)[]
  /** Columns that a transition may change, by name and type. */
  readonly changes: Columns
  /** Columns that PostgreSQL computes from the stored row (`target`) and the values handed in (`new`). */
  readonly computed?: Readonly<Record<string, string>>
  /** Values that `computed` needs beyond `changes`. */
  readonly inputs?: { readonly columns: Columns; of(transition: Transition<Row>): object }
  /** The webhook event of a change; absent where changes have none. */
  readonly event?: WebhookEvent
  /** The details of a transition's event. Undefined where readers derive it, so that nothing is stored. */
  details?(transition: Transition<Row>): EventDetails | undefined
}
