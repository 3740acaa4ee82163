// Money that reaches our accounts from outside, or is taken back. Read: model.ts (whose account it is), postings.ts (both
// pure), store.ts, commands.ts (credit, take back, wires), due.ts (a credit becomes available on its settlement date).

export { incomingChecks } from './audit.store.ts'
export {
  bookByHand,
  bookWire,
  creditAccount,
  findAccount,
  findAccountEverOpened,
  findNamedAccount,
} from './commands.ts'
export { incomingDue } from './due.ts'
export type { OwnAccount } from './model.ts'
export { findIncomingOf, netOfBookings, type PostedWire, postedWires, wiresOf } from './store.ts'
