// The engine that writes the transitions of every resource. Read: transition.ts (a row before and after an event),
// resource.ts (how a room describes its table), store.ts (the update), apply.ts (everything that is written with it).

export { applyTransitions, applyTransitionsStatements, changeOf } from './apply.ts'
export type { StatefulResource } from './resource.ts'
export { newEntries, type Transition, transitionDetails } from './transition.ts'
