/** A state table: `from → event → to`. An event that is not in the table cannot happen in that state. */
export type StateTable<State extends string, Event extends string> = {
  readonly [From in State]: { readonly [E in Event]?: State }
}

/** The state after the event, or `undefined` when the event cannot happen in that state. */
export function follow<State extends string, Event extends string>(
  table: StateTable<State, Event>,
  from: State,
  event: Event,
): State | undefined {
  return table[from][event]
}

/** The state after an event that the caller has already checked; throws when it cannot happen, as a broken invariant. */
export function mustFollow<State extends string, Event extends string>(
  table: StateTable<State, Event>,
  from: State,
  event: Event,
): State {
  const to = table[from][event]
  if (to === undefined) throw new Error(`${event} cannot happen in ${from}`)
  return to
}
