export { type MakeDeps, makeFiles } from './make.ts'
export type { Originator } from './model.ts'
export { productionBank } from './store.ts'
export { type TransmitDeps, transmitFiles } from './transmit.ts'
