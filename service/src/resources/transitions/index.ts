export { type Applying, applyTransitions, applyTransitionsStatements, changeOf } from './apply.ts'
export type { StatefulResource } from './resource.ts'
export { newEntries, type Transition } from './transition.ts'
