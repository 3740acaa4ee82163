export { type Door, guard } from './guard.ts'
export { refuseForeign } from './origin.ts'
export { type PassDeps, passToApi } from './pass.ts'
export { type Person, personName, personOf } from './person.ts'
