/** States are data: `from → event → to`. What the table does not say cannot happen. */
export type StateTable<State extends string, Event extends string> = {
  readonly [From in State]: { readonly [E in Event]?: State }
}

/** Where the event leads, or `undefined` when it cannot happen in that state. */
export function follow<State extends string, Event extends string>(
  table: StateTable<State, Event>,
  from: State,
  event: Event,
): State | undefined {
  return table[from][event]
}

/** The same for a move the caller has already made sure of: anything else is a broken invariant. */
export function mustFollow<State extends string, Event extends string>(
  table: StateTable<State, Event>,
  from: State,
  event: Event,
): State {
  const to = table[from][event]
  if (to === undefined) throw new Error(`${event} cannot happen in ${from}`)
  return to
}
