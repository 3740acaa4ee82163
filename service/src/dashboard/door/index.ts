// The way into the dashboard's JSON. Read: origin.ts, person.ts, guard.ts (rights), pass.ts (a request goes on to the
// API), actor.ts and deed.ts (what the audit log says of it), refusals.ts.

export { environmentIn, guard, refuse } from './guard.ts'
export { type PassDeps, passToApi } from './pass.ts'
export { personName, personOf } from './person.ts'
export { recordRefusals } from './refusals.ts'
