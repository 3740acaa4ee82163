export { p2pDue } from './due.ts'
export { activityOf as activityOfP2p, type P2p, STATUSES as P2P_STATUSES } from './model.ts'
export { findP2psById, readP2p, walkP2ps } from './read.ts'
export { p2pRoutes } from './routes.ts'
