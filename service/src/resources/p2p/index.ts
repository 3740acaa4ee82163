// Payments from one creator to another. Read: model.ts (states, limits), schema.ts, rules.ts (who may pay whom),
// postings.ts, transition.ts, create.ts (all pure), store.ts, create-lane.ts, commit-lane.ts, commands.ts (`user_data`),
// read.ts (a payment in its current state), routes.ts, due.ts (expiry and processing).

export { p2pChecks } from './audit.store.ts'
export { describeP2pPayments } from './descriptions.store.ts'
export { p2pDue } from './due.ts'
export { activityOf as activityOfP2p, type P2p, STATUSES as P2P_STATUSES } from './model.ts'
export { hasP2pPayments } from './read.store.ts'
export { findP2ps, findP2psById, readP2p, readP2pPage, walkP2ps } from './read.ts'
export { p2pRoutes } from './routes.ts'
export { P2pSchema, viewP2p } from './schema.ts'
export { listP2ps } from './store.ts'
