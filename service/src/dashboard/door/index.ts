export { environmentIn, guard, refuse } from './guard.ts'
export { type PassDeps, passToApi } from './pass.ts'
export { personName, personOf } from './person.ts'
export { recordRefusals } from './refusals.ts'
