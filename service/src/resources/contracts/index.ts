// Contracts that split a creator's deposits with the enterprise. Read: model.ts (states), split.ts (shares of a deposit),
// schema.ts and terms.ts (the wire, and faults between terms), postings.ts, transition.ts (all pure), store.ts,
// commands.ts (the life of a contract), deposit.ts (a deposit and its splits), read.ts (a contract in its current
// state), routes.ts, due.ts (expiry).

export { contractChecks } from './audit.store.ts'
export {
  acceptContract,
  boundContracts,
  contractsOf,
  declineContract,
  endOwnContract,
  waitingContracts,
} from './commands.ts'
export { awaitAchDeposit, exampleDeposit, receiveAchDeposit, receiveDeposit } from './deposit.ts'
export { describeDeposits } from './descriptions.store.ts'
export { contractsDue } from './due.ts'
export { findContractSubjects } from './events.ts'
export { type Contract, DEPOSIT_SOURCES, STATUSES as CONTRACT_STATUSES } from './model.ts'
export { CONTRACT_COLUMNS, type ContractFields, eraseAgreements, findSplitIds, hasContracts } from './read.store.ts'
export { findContracts, findContractsById, findNewestContracts, readContract, walkContracts } from './read.ts'
export { contractRoutes } from './routes.ts'
export { ContractSchema, DepositInput, DepositSchema, viewContract } from './schema.ts'
export { percentOf } from './split.ts'
